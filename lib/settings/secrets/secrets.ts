/** Reads a secret's document, keeps it for a while, and says plainly why it cannot be had. */

import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type * as z from "zod/mini";
import { BEHIND_QUEUE, clientConfig, WHILE_CALLER_WAITS } from "../../aws/clients.ts";
import { errorName } from "../../aws/error-name.ts";
import { scaled } from "../../aws/scaled.ts";
import { inboundDocument, outboundDocument } from "./secret-documents.ts";

/** A document is read again when it is older than this: a value retired now is refused everywhere a minute later. */
const MAX_AGE_MS = 60_000;

/** Milliseconds for which the last document serves while Secrets Manager is out of reach: its outage loses no webhook. */
const MAX_STALE_MS = 60 * 60_000;

/** After a reading that failed, the last document serves this long without another: each may take seconds to fail. */
const RETRY_AFTER_MS = 15_000;

/** A failed check reads the document again, but not more often than this: forged calls must not cost us calls. */
const MIN_REFRESH_MS = 60_000;

/** A secret that cannot be read, or that holds nothing for a project. The message holds no value. */
export class SecretUnavailableError extends Error {
  override name = "SecretUnavailableError";
  readonly reason: SecretReason | undefined;
  constructor(message: string, reason?: SecretReason) {
    super(message);
    this.reason = reason;
  }
}

/** Why a secret serves nothing: its id, and AWS's name of the error. */
type SecretReason =
  | { kind: "secret-unreadable"; secret: string; error: string }
  | { kind: "secret-malformed"; secret: string }
  | { kind: "no-api-key" };

interface Held<T> {
  document: T;
  /** Time of the reading, in milliseconds. */
  readAt: number;
}

/** One secret: read on first use, and held. */
export class SecretDocument<T extends z.ZodMiniType> {
  readonly #secretId: string;
  readonly #schema: T;
  readonly #client: SecretsManagerClient;
  #held: Held<z.output<T>> | undefined;
  #reading: Promise<Held<z.output<T>>> | undefined;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(secretId: string, schema: T, client: SecretsManagerClient) {
    this.#secretId = secretId;
    this.#schema = schema;
    this.#client = client;
  }

  /**
   * Reads the document ahead of its first use. A failure, or a reading that takes longer than `limitMs`, is ignored: the next
   * caller reads the document again.
   */
  async prepare(limitMs: number): Promise<void> {
    await this.#read(Date.now(), AbortSignal.timeout(limitMs)).catch(() => {});
  }

  /**
   * The document, at most a minute old.
   * @throws {SecretUnavailableError} when it cannot be read and none is held
   */
  async current(now: number): Promise<z.output<T>> {
    const held = this.#held;
    if (held !== undefined && now - held.readAt <= scaled(MAX_AGE_MS)) return held.document;
    const serves = held !== undefined && now - held.readAt <= scaled(MAX_STALE_MS);
    if (serves && now - this.#failedAt < scaled(RETRY_AFTER_MS)) return held.document;
    try {
      return (await this.#read(now)).document;
    } catch (error) {
      if (serves) return held.document;
      throw error;
    }
  }

  /**
   * The document read again because a check failed against the one held, however new that is: the first request that a
   * new secret signs must find it. Undefined where a failed check had it read less than a minute ago.
   * @throws {SecretUnavailableError} when it cannot be read
   */
  async refreshed(now: number): Promise<z.output<T> | undefined> {
    if (now - this.#refreshedAt < scaled(MIN_REFRESH_MS)) return undefined;
    this.#refreshedAt = now;
    return (await this.#read(now)).document;
  }

  #read(now: number, abortSignal?: AbortSignal): Promise<Held<z.output<T>>> {
    this.#reading ??= this.#fetch(now, abortSignal).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #fetch(now: number, abortSignal: AbortSignal | undefined): Promise<Held<z.output<T>>> {
    let text: string | undefined;
    try {
      const answer = await this.#client.send(
        new GetSecretValueCommand({ SecretId: this.#secretId }),
        abortSignal === undefined ? {} : { abortSignal },
      );
      text = answer.SecretString;
    } catch (error) {
      this.#failedAt = now;
      const cause = errorName(error);
      throw new SecretUnavailableError(`The secret ${this.#secretId} could not be read (${cause}).`, {
        kind: "secret-unreadable",
        secret: this.#secretId,
        error: cause,
      });
    }
    this.#held = { document: this.#parse(text ?? ""), readAt: now };
    return this.#held;
  }

  #parse(text: string): z.output<T> {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    const result = this.#schema.safeParse(json);
    if (result.success) return result.data;
    throw new SecretUnavailableError(
      `The secret ${this.#secretId} does not have the expected format: write it again with "vigia secrets set".`,
      { kind: "secret-malformed", secret: this.#secretId },
    );
  }
}

/** The inbound secret's document. */
export function inboundSecret(secretId: string) {
  const client = new SecretsManagerClient(clientConfig(WHILE_CALLER_WAITS));
  return new SecretDocument(secretId, inboundDocument, client);
}

/** The outbound secret's document. */
export function outboundSecret(secretId: string) {
  const client = new SecretsManagerClient(clientConfig(BEHIND_QUEUE));
  return new SecretDocument(secretId, outboundDocument, client);
}

export type OutboundSecret = ReturnType<typeof outboundSecret>;
