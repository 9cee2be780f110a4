/** The service's API key of each project, out of the outbound secret. */

import { liveApiKey } from "./live-secrets.ts";
import type { OutboundSecret } from "./secrets.ts";

/** Gives keys that are at most a minute old. */
export class ApiKeys {
  readonly #open: () => OutboundSecret;
  readonly #given = new Map<number, string>();
  #secret: OutboundSecret;

  /** @param open the secret, not read yet */
  constructor(open: () => OutboundSecret) {
    this.#open = open;
    this.#secret = open();
  }

  /**
   * The key of a project.
   * @throws {SecretUnavailableError} where none is set, naming the project and the command that sets it; {SecretOutOfReachError}
   */
  async key(projectId: number): Promise<string> {
    const key = liveApiKey(await this.#read(), projectId, Date.now());
    this.#given.set(projectId, key);
    return key;
  }

  /** Has the keys read again before the next is given, however new those are that are held. */
  forget(): void {
    this.#secret = this.#open();
  }

  /** Reports whether the last key that was returned has been replaced since: a service that refuses it may take the new one. */
  async isReplaced(projectId: number): Promise<boolean> {
    const givenKey = this.#given.get(projectId);
    this.forget();
    return (await this.key(projectId)) !== givenKey;
  }

  async #read() {
    try {
      return await this.#secret.current(Date.now());
    } catch (error) {
      throw new SecretOutOfReachError("The outbound secret could not be read; it is tried again.", {
        cause: error,
      });
    }
  }
}

/** Secrets Manager does not answer, or not with the document: unlike a key that is not set, it may pass. */
class SecretOutOfReachError extends Error {
  override name = "SecretOutOfReachError";
}
