/** Reads and changes the two secrets of a stack. */

import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../contract/issues.ts";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { type InboundSecret, liveInboundSecrets } from "../../../settings/secrets/live-secrets.ts";
import {
  apiKeysOf,
  inboundDocument,
  liveValues,
  outboundDocument,
  type SecretValue,
  webhookSecretsOf,
  withApiKeys,
  withWebhookSecrets,
} from "../../../settings/secrets/secret-documents.ts";
import { secretsManager } from "../../core/aws.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/**
 * `webhook`: what the service signs its calls with, and `trigger` and `doctor --send` those of the test project. `api-key`: what
 * the scans call the service with.
 */
export const SECRET_KINDS = ["webhook", "api-key"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** Least characters of a webhook secret: shorter ones can be guessed one after the other, offline. */
export const MIN_SECRET_LENGTH = 16;

/** Names of the kinds in sentences. */
export const SECRET_NAMES: Record<SecretKind, string> = {
  webhook: "webhook secret",
  "api-key": "API key",
};

interface Change {
  kind: SecretKind;
  project: number;
  /** Milliseconds since 1970. */
  now: number;
  /**
   * Turns the stored values into those to store, and throws if they must not be stored.
   * @param otherSecrets the live secrets of other projects in the same document
   */
  replace(values: readonly SecretValue[], otherSecrets: readonly InboundSecret[]): SecretValue[];
}

/** The values of a secret before and after a change. */
export interface ChangedValues {
  oldValues: readonly SecretValue[];
  newValues: readonly SecretValue[];
}

export class SecretStore {
  readonly #client: SecretsManagerClient;
  readonly #target: Target;

  constructor(target: Target) {
    this.#client = secretsManager(target);
    this.#target = target;
  }

  /** Values of a kind, newest first. */
  async read(kind: SecretKind, project: number): Promise<readonly SecretValue[]> {
    return this.#valuesIn(kind, await this.#get(kind), project);
  }

  /** The newest live value of a kind. @throws {CommandError} where none is set */
  async newest(kind: SecretKind, project: number, now: number): Promise<string> {
    const [newest] = liveValues(await this.read(kind, project), now);
    if (newest !== undefined) return newest;
    const { name, flags } = this.#target;
    const hint = project === TEST_PROJECT ? ", which generates one" : "";
    throw new CommandError(
      `No ${SECRET_NAMES[kind]} is set for project ${project} in ${name}: run "vigia secrets set --kind ${kind} --project ${project}${flags}"${hint}.`,
    );
  }

  /** Every secret that proves something at the endpoints at `now` (milliseconds), and whose it is. */
  async inboundSecrets(now: number): Promise<InboundSecret[]> {
    return this.#inboundSecretsIn(await this.#get("webhook"), now);
  }

  #inboundSecretsIn(text: string, now: number): InboundSecret[] {
    const document = this.#parse(inboundDocument, "webhook", text);
    return liveInboundSecrets(document, [...this.#target.servedIds, TEST_PROJECT], now);
  }

  /** Changes the values of a project's secret. Of two changes in the same second the last one wins. */
  async change({ kind, project, now, replace }: Change): Promise<ChangedValues> {
    const text = await this.#get(kind);
    const oldValues = this.#valuesIn(kind, text, project);
    // An API key proves nothing at the endpoints: that two projects have the same does no harm.
    const otherSecrets =
      kind === "api-key"
        ? []
        : this.#inboundSecretsIn(text, now).filter(({ projectId }) => projectId !== project);
    const newValues = replace(oldValues, otherSecrets);
    const SecretString = this.#textWith(kind, text, { project, values: newValues });
    await this.#client.send(new PutSecretValueCommand({ SecretId: this.#idOf(kind), SecretString }));
    return { oldValues, newValues };
  }

  async #get(kind: SecretKind): Promise<string> {
    const { SecretString = "" } = await this.#client.send(
      new GetSecretValueCommand({ SecretId: this.#idOf(kind) }),
    );
    return SecretString;
  }

  #idOf(kind: SecretKind): string {
    return kind === "api-key" ? this.#target.secrets.outbound : this.#target.secrets.inbound;
  }

  #valuesIn(kind: SecretKind, text: string, project: number): readonly SecretValue[] {
    return kind === "api-key"
      ? apiKeysOf(this.#parse(outboundDocument, kind, text), project)
      : webhookSecretsOf(this.#parse(inboundDocument, kind, text), project);
  }

  #textWith(
    kind: SecretKind,
    text: string,
    { project, values }: { project: number; values: SecretValue[] },
  ): string {
    return JSON.stringify(
      kind === "api-key"
        ? withApiKeys(this.#parse(outboundDocument, kind, text), project, values)
        : withWebhookSecrets(this.#parse(inboundDocument, kind, text), project, values),
    );
  }

  #parse<T extends z.ZodMiniType>(schema: T, kind: SecretKind, text: string): z.output<T> {
    const problem = (reason: string) =>
      new CommandError(
        `The secret ${this.#idOf(kind)} has invalid content (${reason}): overwrite it with {} in Secrets Manager, and set it again.`,
      );
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw problem("not JSON");
    }
    const result = schema.safeParse(json);
    if (!result.success) throw problem(issuesLine(issuesOf(result.error)));
    return result.data;
  }
}
