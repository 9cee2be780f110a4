/** Imports of files of lines: several records concurrently, and the problems of their lines. */

import pMap from "p-map";
import { countOf } from "../../i18n/text/cut.ts";
import type { CommandContext } from "./command.ts";
import { CommandError } from "./failure.ts";
import type { NamedStream } from "./text-lines.ts";
import { LookAlikes } from "./user-ids.ts";

/** Most problems that are told apart, and lines of each that are named. */
const MOST_PROBLEMS = 1_000;
const MOST_LINES = 5;

/** Problems of the lines of a file, each said once with the lines that have it. */
export class LineProblems {
  /** Lines with a problem. */
  count = 0;
  readonly #lines = new Map<string, { first: number[]; count: number }>();

  /** Takes a line with all its problems; there is nothing to take where it has none. */
  add(line: number, problems: readonly string[]): void {
    if (problems.length > 0) this.count++;
    for (const problem of new Set(problems)) {
      const lines = this.#lines.get(problem) ?? { first: [], count: 0 };
      if (lines.count === 0 && this.#lines.size < MOST_PROBLEMS) this.#lines.set(problem, lines);
      if (++lines.count <= MOST_LINES) lines.first.push(line);
    }
  }

  /** `email: is missing (lines 3, 4, 9, 12, 20 and 7 more)`, what most lines have first. @param say a problem in words */
  sentences(say = (problem: string) => problem): string[] {
    return [...this.#lines]
      .toSorted(([, a], [, b]) => b.count - a.count)
      .map(([problem, { first, count }]) => {
        const others = count - first.length;
        const more = others === 0 ? "" : ` and ${countOf(others, "more", "more")}`;
        return `${say(problem)} (${count === 1 ? "line" : "lines"} ${first.join(", ")}${more})`;
      });
  }
}

/** A value of a line of a file to import, or the problems of the line. */
export type Importable<T> = { line: number } & ({ value: T } | { wrong: readonly string[] });

/** What the lines of a file are read for. */
interface Contents<T> {
  /** As in `the userId`: what no two lines may have in common. */
  keyName: string;
  keyOf: (value: T) => string;
  /** The user that a line is about. */
  userIdOf: (value: T) => string | undefined;
  /** Oddities of a value that may not be what was meant. */
  oddities: (value: T) => Iterable<string>;
}

/** The problems and oddities of a file while it is imported. */
export class FileFindings<T> {
  /** Lines that hold something to import. */
  good = 0;
  /** Lines that hold nothing to import. */
  readonly refused = new LineProblems();
  /** Lines that are imported, and may not hold what was meant. */
  readonly #warned = new LineProblems();
  readonly userIds = new LookAlikes();
  readonly #keys = new Set<string>();
  readonly #file: NamedStream;
  readonly #contents: Contents<T>;

  constructor(file: NamedStream, contents: Contents<T>) {
    this.#file = file;
    this.#contents = contents;
  }

  /** Takes a line. Of several with one key the first is taken: which of them is right is for a person to say. */
  take(read: Importable<T>): T | undefined {
    if ("wrong" in read) {
      this.refused.add(read.line, read.wrong);
      return undefined;
    }
    const { line, value } = read;
    const { keyName, keyOf, userIdOf, oddities } = this.#contents;
    const key = keyOf(value);
    if (this.#keys.has(key)) {
      this.refused.add(line, [`repeats ${keyName} of an earlier line, of which the first is used`]);
      return undefined;
    }
    this.#keys.add(key);
    this.good++;
    this.warn(line, oddities(value));
    const userId = userIdOf(value);
    if (userId !== undefined) this.userIds.add(line, userId);
    return value;
  }

  /** Takes what may not be what was meant in a line that is imported. */
  warn(line: number, oddities: Iterable<string>): void {
    this.#warned.add(line, [...oddities]);
  }

  /** Says them, with the encoding of a file that is not in UTF-8. */
  async tell({ note }: Pick<CommandContext, "note">): Promise<void> {
    const { name, encoding } = this.#file;
    if (encoding !== undefined) await note(`${name} is read as ${encoding}.`);
    for (const sentence of this.refused.sentences()) await note(`${name}: refused: ${sentence}`);
    const alike = this.userIds.sentence();
    for (const sentence of [...this.#warned.sentences(), ...(alike === undefined ? [] : [alike])])
      await note(`${name}: warning: ${sentence}`);
  }
}

/**
 * Imports each record of a file.
 * @param imported what was imported so far, as in `2,000 users loaded`; undefined where nothing was
 * @throws what reading the file throws, when all that was read is imported; or what an import throws
 */
export async function importEach<T>(
  { note }: Pick<CommandContext, "note">,
  records: AsyncIterable<T>,
  importOne: (record: T) => Promise<void>,
  { concurrency, imported }: { concurrency: number; imported: () => string | undefined },
): Promise<void> {
  const failures: unknown[] = [];
  // p-map asks for several records at a time: one request gets the error of the file, the others its end, and either may win.
  async function* read(): AsyncGenerator<T> {
    try {
      yield* records;
    } catch (error) {
      failures.push(error);
    }
  }
  await pMap(read(), importOne, { concurrency }).catch((error: unknown) => failures.push(error));
  if (failures.length === 0) return;
  const [failure] = failures;
  const done = imported();
  const next = failure instanceof CommandError ? "When this is corrected, import" : "Import";
  if (done !== undefined) await note(`${done} before it failed. ${next} the whole file again.`);
  throw failure;
}
