/** Reads and changes the two secrets of a stack. */

import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../contract/issues.ts";
import {
  apiKeysOf,
  type HeldSecret,
  heldSecrets,
  inboundDocument,
  liveValues,
  outboundDocument,
  rehearsalSecretsOf,
  type SecretValue,
  webhookSecretsOf,
  withApiKeys,
  withRehearsalSecrets,
  withWebhookSecrets,
} from "../../../settings/secrets/secret-documents.ts";
import { secretsManager } from "../../core/aws.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/**
 * `webhook`: what the service signs its calls with. `api-key`: what the scans call the service with. `rehearsal`: what
 * `trigger` and `doctor --send` prove rehearsals with, one for the whole stack.
 */
export const SECRET_KINDS = ["webhook", "api-key", "rehearsal"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** Characters of a webhook secret; shorter ones can be guessed one after the other, offline. */
export const SHORT = 16;

/** Names of the kinds in sentences. */
export const SECRET_NAMES: Record<SecretKind, string> = {
  webhook: "webhook secret",
  "api-key": "API key",
  rehearsal: "rehearsal secret",
};

/**
 * Turns the stored values into those to store, and throws if they must not be stored. `others` are the other live secrets
 * of the same document.
 */
type Change = (values: readonly SecretValue[], others: readonly HeldSecret[]) => SecretValue[];

/** Holder of a kind: a project, or undefined for the whole stack. */
type Holder = number | undefined;

export class SecretStore {
  readonly #client: SecretsManagerClient;
  readonly #target: Target;

  constructor(target: Target) {
    this.#client = secretsManager(target);
    this.#target = target;
  }

  /** Values of a kind, newest first. */
  async read(kind: SecretKind, project: Holder): Promise<readonly SecretValue[]> {
    return this.#valuesIn(kind, await this.#get(kind), project);
  }

  /** The newest live value of a kind. @throws {CommandError} where none is set */
  async newest(kind: SecretKind, project: Holder, now: number): Promise<string> {
    const [newest] = liveValues(await this.read(kind, project), now);
    if (newest !== undefined) return newest;
    const { name, flag } = this.#target;
    const [of, option] =
      project === undefined ? ["", ""] : [` for project ${project}`, ` --project ${project}`];
    const hint = kind === "rehearsal" ? ", which generates one" : "";
    throw new CommandError(
      `No ${SECRET_NAMES[kind]} is set${of} in ${name}: run "vigia secrets set --kind ${kind}${option}${flag}"${hint}.`,
    );
  }

  /** Every secret that proves something at the endpoints at `now` (milliseconds), and whose it is. */
  async held(now: number): Promise<HeldSecret[]> {
    return heldSecrets(this.#parse(inboundDocument, "webhook", await this.#get("webhook")), now);
  }

  /**
   * Changes what is kept of a kind. Of two changes in the same second the last one wins.
   * @param now milliseconds since 1970
   * @returns what is kept now
   */
  async change(
    kind: SecretKind,
    project: Holder,
    now: number,
    change: Change,
  ): Promise<readonly SecretValue[]> {
    const text = await this.#get(kind);
    const values = change(this.#valuesIn(kind, text, project), this.#othersIn(kind, text, project, now));
    const SecretString = this.#textWith(kind, text, project, values);
    await this.#client.send(new PutSecretValueCommand({ SecretId: this.#idOf(kind), SecretString }));
    return values;
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

  #valuesIn(kind: SecretKind, text: string, project: Holder): readonly SecretValue[] {
    if (kind === "api-key") return apiKeysOf(this.#parse(outboundDocument, kind, text), project ?? 0);
    const document = this.#parse(inboundDocument, kind, text);
    return kind === "webhook" ? webhookSecretsOf(document, project ?? 0) : rehearsalSecretsOf(document);
  }

  #othersIn(kind: SecretKind, text: string, project: Holder, now: number): HeldSecret[] {
    // An API key proves nothing at the endpoints: that two projects have the same does no harm.
    if (kind === "api-key") return [];
    const own = kind === "webhook" ? project : kind;
    return heldSecrets(this.#parse(inboundDocument, kind, text), now).filter(({ holder }) => holder !== own);
  }

  #textWith(kind: SecretKind, text: string, project: Holder, values: SecretValue[]): string {
    if (kind === "api-key")
      return JSON.stringify(withApiKeys(this.#parse(outboundDocument, kind, text), project ?? 0, values));
    const document = this.#parse(inboundDocument, kind, text);
    return JSON.stringify(
      kind === "webhook"
        ? withWebhookSecrets(document, project ?? 0, values)
        : withRehearsalSecrets(document, values),
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
