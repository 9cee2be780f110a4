/** What a Mexican report would not take of the users of a file, by field and problem. */

import { countOf } from "../../../i18n/text/cut.ts";
import { warningsOf } from "../../../law/mexico-report.ts";
import type { User } from "../../../users/user-item.ts";

/** Most lines of a file that are named for one problem. */
const MOST_LINES = 5;

export class ReportWarnings {
  /** Users with a warning. */
  count = 0;
  readonly #now: number;
  readonly #fields = new Set<string>();
  readonly #lines = new Map<string, number[]>();

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  /** Looks at a user; there is no report of one without the `mexico` part. @param line in the file */
  add(line: number, { userId, record }: User): void {
    const warnings = record.mexico === undefined ? [] : warningsOf(userId, record, this.#now);
    if (warnings.length > 0) this.count++;
    for (const { field, problem } of warnings) {
      this.#fields.add(field);
      const text = `${field}: ${problem}`;
      const lines = this.#lines.get(text) ?? [];
      if (lines.push(line) === 1) this.#lines.set(text, lines);
    }
  }

  /** `2 users have fields that a Mexican report would reject: givenName, email`. */
  sentence(): string {
    const have = this.count === 1 ? "has" : "have";
    return `${countOf(this.count, "user")} ${have} fields that a Mexican report would reject: ${[...this.#fields].join(", ")}`;
  }

  /** `givenName: accents (line 2, 3, 4, 5, 6 and 12 more)`, what most users have first. It may reveal personal data. */
  details(): string[] {
    return [...this.#lines]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([text, lines]) => {
        const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
        return `${text} (line ${lines.slice(0, MOST_LINES).join(", ")}${more})`;
      });
  }
}
