/** Emulated services that are out of reach just now: tests take one away and give it back. */

type Service = "dynamodb" | "secretsmanager" | "sns" | "sqs";

/** None is out of reach until a test says so. */
export class Outage {
  readonly #down = new Set<Service>();
  readonly #listeners: ((service: Service, down: boolean) => void)[] = [];

  /** Reports whether a service answers every call with 503. */
  of(service: Service): boolean {
    return this.#down.has(service);
  }

  /** Takes a service away, or gives it back. */
  set(service: Service, down: boolean): void {
    if (down) this.#down.add(service);
    else this.#down.delete(service);
    for (const listener of this.#listeners) listener(service, down);
  }

  /** For an emulator that runs in a thread of its own. */
  onChange(listener: (service: Service, down: boolean) => void): void {
    this.#listeners.push(listener);
  }
}
