/** Something that is held up on its way until it may go on. */

export class Gate {
  readonly #reached = Promise.withResolvers<void>();
  readonly #opened = Promise.withResolvers<void>();

  /** Waits at the gate until it is opened. */
  async pass(): Promise<void> {
    this.#reached.resolve();
    await this.#opened.promise;
  }

  /** Resolves when the first caller waits at the gate. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}
