/** Imports of files of lines: several records concurrently, and the lines that are refused. */

import pMap from "p-map";
import { countOf } from "../../i18n/text/cut.ts";
import type { CommandContext } from "./command.ts";
import { CommandError } from "./failure.ts";

/** Most refused lines that are named: a wrong export has one reason for all. */
const MOST_NAMED = 1_000;

/** Lines that hold nothing to import. */
export class RefusedLines {
  count = 0;
  readonly #file: string;
  readonly #note: CommandContext["note"];

  /** @param file as a message names it */
  constructor(file: string, { note }: Pick<CommandContext, "note">) {
    this.#file = file;
    this.#note = note;
  }

  async add(line: number, reason: string): Promise<void> {
    if (++this.count <= MOST_NAMED) await this.#note(`${this.#file}, line ${line}: ${reason}`);
  }

  /** Says how many were not named. */
  async end(): Promise<void> {
    if (this.count > MOST_NAMED)
      await this.#note(`${countOf(this.count - MOST_NAMED, "more line was", "more lines were")} refused.`);
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
