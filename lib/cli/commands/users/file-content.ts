/** The content of a file of users while it is read. */

import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../i18n/text/csv.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import type { User } from "../../../users/user-item.ts";
import type { CommandContext } from "../../core/command.ts";
import { FileFindings, LineProblems } from "../../core/file-import.ts";
import type { Target } from "../../core/target.ts";
import type { NamedStream } from "../../core/text-lines.ts";
import { oddUserId, UNSEEN } from "../../core/user-ids.ts";
import { UserComparison } from "./comparison.ts";
import { ReportWarnings } from "./report-warnings.ts";
import { COLUMNS, type UserLine } from "./user-file.ts";

/** No one is older: programs write 1900-01-01 and 0001-01-01 for no date. */
const MOST_YEARS = 120;

/** Columns in which `NA` is a value: Namibia's code. */
const NAMIBIA = new Set(["nationality", "address.country"]);

/** The users of a file, what is found in its lines, and what was corrected in them. */
export class FileContent {
  readonly findings: FileFindings<User>;
  readonly warnings = new ReportWarnings();
  readonly comparison = new UserComparison();
  readonly #corrected = new LineProblems();
  readonly #projects = new Map<number, number>();
  readonly #options: { projects: readonly number[] | undefined; now: number; isTried: boolean };
  /** Lines that a corrected file lacks. */
  #left = 0;

  /**
   * @param projects given to users whose line names none
   * @param now milliseconds since 1970
   * @param isTried true to compare the users with those of a stack
   */
  constructor(
    input: NamedStream,
    options: { projects: readonly number[] | undefined; now: number; isTried: boolean },
  ) {
    this.findings = new FileFindings(input, {
      keyName: "the userId",
      keyOf: ({ userId }) => userId,
      userIdOf: ({ userId }) => userId,
      oddities: (user) => oddities(user, options.now),
    });
    this.#options = options;
  }

  /** The users of the lines that hold one. */
  async *users(lines: AsyncIterable<UserLine>): AsyncGenerator<User> {
    for await (const line of lines) {
      const user = this.#take(line);
      if (user !== undefined) yield user;
    }
  }

  /** A CSV file of all lines that have cells, good or not, so that a person can correct the rest in it. */
  async *csv(lines: AsyncIterable<UserLine>): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine([...COLUMNS])}`;
    for await (const line of lines) {
      this.#take(line);
      const { cells } = line;
      if (cells === undefined) this.#left++;
      else yield csvLine([...COLUMNS].map((column) => cells.get(column)));
    }
  }

  #take(read: UserLine): User | undefined {
    this.#corrected.add(read.line, read.changes);
    const readUser = this.findings.take(read);
    if (readUser === undefined) return undefined;
    const user = { ...readUser, projects: readUser.projects ?? this.#options.projects };
    this.warnings.add(read.line, user);
    for (const project of new Set(user.projects))
      this.#projects.set(project, (this.#projects.get(project) ?? 0) + 1);
    if (this.#options.isTried) this.comparison.add(user);
    return user;
  }

  /** Says it all. @param fixed the corrected file */
  async tell(context: CommandContext, target: Target | undefined, fixed: string | undefined): Promise<void> {
    for (const sentence of this.#corrected.sentences()) await context.note(`corrected: ${sentence}`);
    await this.findings.tell(context);
    if (fixed !== undefined)
      await context.note(
        `${fixed} has the corrected lines${this.#left === 0 ? "" : `, without ${countOf(this.#left, "line")} that cannot be read as cells`}: look through it, correct what is refused, and import it.`,
      );
    if (target === undefined) return;
    const knownProjects = new Set([...target.projectIds, TEST_PROJECT]);
    const unserved = [...this.#projects].filter(([id]) => !knownProjects.has(id));
    if (unserved.length > 0)
      await context.note(
        `Projects that ${target.name} does not serve (it serves ${target.projectIds.join(", ")}): ${unserved.map(([id, count]) => `${id} (${countOf(count, "user")})`).join(", ")}. A user who names no other project is not found by the service: correct "projects" and import the file again.`,
      );
  }
}

/** Oddities of a user that is stored as it is, and may not be what was meant. */
function* oddities({ userId, record }: User, now: number): Generator<string> {
  yield* oddUserId(userId);
  if (record.birthdate < new Date(now - MOST_YEARS * 365.25 * 86_400_000).toISOString())
    yield `birthdate: more than ${MOST_YEARS} years ago`;
  if (record.birthdate > new Date(now).toISOString()) yield "birthdate: in the future";
  const { countryCode, phoneNumber } = record.phoneNumber;
  if (countryCode === "+521") yield "phoneNumber.countryCode: Mexico's is +52, without the old prefix 1";
  if (countryCode === "+52" && !/^\d{10}$/.test(String(phoneNumber)))
    yield "phoneNumber.phoneNumber: not the ten digits of a number in Mexico";
  for (const [name, value] of texts(record))
    if (UNSEEN.test(value)) yield `${name}: holds characters that no one sees`;
    else if (value.trim() === "NA" && !NAMIBIA.has(name))
      yield `${name}: NA, which programs write for no value`;
}

function* texts(fields: object, above = ""): Generator<[string, string]> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") yield [`${above}${name}`, value];
    else if (typeof value === "object" && value !== null) yield* texts(value, `${above}${name}.`);
  }
}
