/** Problems for which a Mexican report would not take the users of a file. */

import { countOf } from "../../../i18n/text/cut.ts";
import { warningsOf } from "../../../law/mexico-report.ts";
import type { User } from "../../../users/user-item.ts";
import { LineProblems } from "../../core/file-import.ts";

export class ReportWarnings {
  readonly #problems = new LineProblems();
  /** How often each problem is found, by field. */
  readonly #fields = new Map<string, Map<string, number>>();

  /** Users with a warning. */
  get count(): number {
    return this.#problems.count;
  }

  /** Looks at a user; there is no report of one without the `mexico` part. @param line in the file */
  add(line: number, { userId, record }: User): void {
    const warnings = record.mexico === undefined ? [] : warningsOf(userId, record);
    for (const { field, problem } of warnings) {
      const counts = this.#fields.get(problem) ?? new Map<string, number>();
      this.#fields.set(problem, counts.set(field, (counts.get(field) ?? 0) + 1));
    }
    this.#problems.add(
      line,
      warnings.map(({ problem }) => problem),
    );
  }

  /** `2 users have fields that a Mexican report would reject: givenName, email`. */
  sentence(): string {
    const have = this.count === 1 ? "has" : "have";
    const fields = new Set([...this.#fields.values()].flatMap((counts) => [...counts.keys()]));
    return `${countOf(this.count, "user")} ${have} fields that a Mexican report would reject: ${[...fields].join(", ")}`;
  }

  /** `accents: givenName 12, email 1 (lines 2, 3, 4, 5, 6 and 8 more)`, what most users have first; no value of a record. */
  details(): string[] {
    return this.#problems.sentences((problem) => {
      const counts = [...(this.#fields.get(problem) ?? [])].map(([field, count]) => `${field} ${count}`);
      return `${problem}: ${counts.join(", ")}`;
    });
  }
}
