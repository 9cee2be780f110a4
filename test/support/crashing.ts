/** A process with a fault injected at its n-th call of anything outside: it is killed, or the call fails. */

/**
 * `before`: the call had no effect. `after`: it had, but the caller gets no answer. `repeated`: nor does the SDK, which makes
 * the call again.
 */
export type InjectedFault = "killed-before" | "killed-after" | "fails-before" | "fails-after" | "repeated";

export class Crashing {
  calls = 0;
  readonly #at: number;
  readonly #fault: InjectedFault;
  readonly #killed = Promise.withResolvers<"killed">();
  #dead = false;

  /** @param at which call it is, 1 being the first; infinity for a process that nothing happens to */
  constructor(at = Number.POSITIVE_INFINITY, fault: InjectedFault = "killed-before") {
    this.#at = at;
    this.#fault = fault;
  }

  /** @returns what the work comes to, or "killed" when it is cut off */
  async live<T>(work: Promise<T>): Promise<T | "killed"> {
    work.catch(() => undefined);
    return Promise.race([work, this.#killed.promise]);
  }

  /** Something whose named methods are calls to the outside. */
  wrap<T extends object>(target: T, ...methods: readonly (keyof T)[]): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const bound: (...args: unknown[]) => Promise<unknown> = value.bind(target);
        return methods.some((method) => method === name)
          ? (...args: unknown[]) => this.#call(() => bound(...args))
          : bound;
      },
    });
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    if (this.#dead) return forever();
    const injected = ++this.calls === this.#at;
    if (injected && this.#fault === "fails-before") throw new Error("the call failed");
    if (injected && this.#fault === "killed-before") return this.#die();
    if (injected && this.#fault === "repeated") await call();
    const result = await call();
    if (injected && this.#fault === "fails-after") throw new Error("the reply was lost");
    if (injected && this.#fault === "killed-after") return this.#die();
    return this.#dead ? forever() : result;
  }

  #die(): Promise<never> {
    this.#dead = true;
    this.#killed.resolve("killed");
    return forever();
  }
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
