/** What everybody else who is held has: a release lets none of it go. */

import { addBelongings, addOfNobody, nothing } from "./belongings.ts";
import type { HoldTools } from "./tools.ts";

export class HeldBeside {
  /** What is known of it. */
  readonly found = nothing();
  readonly #user: string;
  readonly #tools: HoldTools;
  readonly #known = new Set<string>();

  /** @param user the key of the hold that is released */
  constructor(user: string, tools: HoldTools) {
    this.#user = user;
    this.#tools = tools;
  }

  /** Adds what those have who are held now: whose records were read as held before this is known. */
  async refresh(): Promise<void> {
    const fresh = new Set<string>();
    for await (const { state, user, userId } of this.#tools.holds.all())
      if (state === "placed" && user !== this.#user && !this.#known.has(userId)) fresh.add(userId);
    if (fresh.size === 0) return;
    await addBelongings(this.found, fresh, this.#tools);
    await addOfNobody(this.found, this.#tools);
    for (const userId of fresh) this.#known.add(userId);
  }
}
