/** Number of users that a Mexican report would reject, and the fields concerned: names of fields, never values. */

import { countOf } from "../../../text/count-of.ts";
import { warningsOf } from "../../../users/report/record-check.ts";
import type { User } from "../../../users/user-item.ts";

export class WarningCount {
  readonly #now: number;
  readonly #byField = new Map<string, number>();
  #users = 0;
  #warned = 0;
  #withoutPart = 0;

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  get users(): number {
    return this.#users;
  }

  /** Users with a warning. */
  get warned(): number {
    return this.#warned;
  }

  /** Users without the `mexico` part. */
  get withoutPart(): number {
    return this.#withoutPart;
  }

  /** Counts a user. @returns the warnings, which may reveal personal data */
  add({ userId, record }: User) {
    const warnings = warningsOf(userId, record, this.#now);
    this.#users++;
    if (record.mexico === undefined) this.#withoutPart++;
    if (warnings.length > 0) this.#warned++;
    for (const { field } of warnings) this.#byField.set(field, (this.#byField.get(field) ?? 0) + 1);
    return warnings;
  }

  /** `2 of 3 users have fields that a Mexican report would not take as they are: givenName (2), email (1)`. */
  sentence(): string {
    const have = this.#warned === 1 ? "has" : "have";
    const fields = [...this.#byField].map(([field, count]) => `${field} (${count.toLocaleString("en-US")})`);
    return `${this.#warned.toLocaleString("en-US")} of ${countOf(this.#users, "user")} ${have} fields that a Mexican report would not take as they are: ${fields.join(", ")}`;
  }
}
