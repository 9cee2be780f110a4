/** Reads and changes the two secrets of a stack; two people who change one at once do not undo each other. */

import { randomUUID } from "node:crypto";
import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import {
  apiKeysOf,
  inboundDocument,
  outboundDocument,
  type SecretValue,
  webhookSecretsOf,
  withApiKeys,
  withWebhookSecrets,
} from "../aws/secret-documents.ts";
import { issuesLine, issuesOf } from "../contract/issues.ts";
import { secretsManager } from "./aws.ts";
import { Failure } from "./failure.ts";
import type { Target } from "./target.ts";

/** `webhook`: what the service signs its calls with. `api-key`: what the scans call the service with. */
export const secretKind = z.enum(["webhook", "api-key"]);
export type SecretKind = z.infer<typeof secretKind>;

/** A written version waits under this label until it becomes the current one. */
const NEXT = "VIGIA_NEXT";
const CURRENT = "AWSCURRENT";

const MAX_TRIES = 5;

type Change = (values: readonly SecretValue[]) => SecretValue[];

export class SecretStore {
  readonly #client: SecretsManagerClient;
  readonly #target: Target;

  constructor(target: Target) {
    this.#client = secretsManager(target);
    this.#target = target;
  }

  /** What is kept of a kind for a project, the newest first. */
  async read(kind: SecretKind, project: number): Promise<readonly SecretValue[]> {
    const { text } = await this.#get(kind);
    return this.#valuesIn(kind, text, project);
  }

  /**
   * Changes what is kept of a kind for a project. Secrets Manager writes without a condition, but moves the label of
   * the current version only away from the version that is named: so the change is made again when another came first.
   * @returns what is kept now
   */
  async change(kind: SecretKind, project: number, change: Change): Promise<readonly SecretValue[]> {
    const SecretId = this.#idOf(kind);
    for (let tries = 1; ; tries++) {
      const { text, versionId } = await this.#get(kind);
      const values = change(this.#valuesIn(kind, text, project));
      const { VersionId } = await this.#client.send(
        new PutSecretValueCommand({
          SecretId,
          SecretString: this.#textWith(kind, text, project, values),
          ClientRequestToken: randomUUID(),
          VersionStages: [NEXT],
        }),
      );
      try {
        await this.#client.send(
          new UpdateSecretVersionStageCommand({
            SecretId,
            VersionStage: CURRENT,
            MoveToVersionId: VersionId,
            RemoveFromVersionId: versionId,
          }),
        );
        return values;
      } catch (error) {
        if (!(error instanceof InvalidParameterException)) throw error;
        if (tries === MAX_TRIES)
          throw new Failure("Somebody else is changing this secret at the same time: try again in a minute.");
      }
    }
  }

  async #get(kind: SecretKind): Promise<{ text: string; versionId: string | undefined }> {
    const { SecretString, VersionId } = await this.#client.send(
      new GetSecretValueCommand({ SecretId: this.#idOf(kind) }),
    );
    return { text: SecretString ?? "", versionId: VersionId };
  }

  #idOf(kind: SecretKind): string {
    return kind === "webhook" ? this.#target.secrets.inbound : this.#target.secrets.outbound;
  }

  #valuesIn(kind: SecretKind, text: string, project: number): readonly SecretValue[] {
    return kind === "webhook"
      ? webhookSecretsOf(this.#parse(inboundDocument, kind, text), project)
      : apiKeysOf(this.#parse(outboundDocument, kind, text), project);
  }

  #textWith(kind: SecretKind, text: string, project: number, values: SecretValue[]): string {
    const document =
      kind === "webhook"
        ? withWebhookSecrets(this.#parse(inboundDocument, kind, text), project, values)
        : withApiKeys(this.#parse(outboundDocument, kind, text), project, values);
    return JSON.stringify(document);
  }

  #parse<T extends z.ZodMiniType>(schema: T, kind: SecretKind, text: string): z.output<T> {
    const problem = (reason: string) =>
      new Failure(
        `The secret ${this.#idOf(kind)} holds something else than it should (${reason}): put {} in it with Secrets Manager, and set it again.`,
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
