/** Output of the functions: emitted as events, and appended to a file for each function, as CloudWatch would keep it. */

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { isObject } from "../../../lib/contract/exact-json.ts";
import type { LocalEvents } from "./run-events.ts";

/** The part of CloudWatch's embedded metric format that says which fields are counts. */
const embeddedMetrics = z.object({
  _aws: z.object({
    CloudWatchMetrics: z.array(z.object({ Metrics: z.array(z.object({ Name: z.string() })) })),
  }),
});

export class FunctionLogs {
  readonly #folder: string;
  readonly #events: LocalEvents;
  readonly #files = new Map<string, number>();

  /** @param folder where the files go; it is made */
  constructor(folder: string, events: LocalEvents) {
    this.#folder = folder;
    this.#events = events;
    mkdirSync(folder, { recursive: true });
  }

  /** Takes what a function printed at once: one line or several. */
  write(name: string, text: string): void {
    for (const line of text.split("\n")) {
      if (line.trim() !== "") this.#writeLine(name, line);
    }
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
    this.#files.clear();
  }

  #writeLine(name: string, line: string): void {
    const parsed = parseObject(line);
    writeSync(this.#fileOf(name), `${JSON.stringify(parsed ?? { message: line })}\n`);
    if (parsed === undefined) {
      this.#events.emit({ type: "output", function: name, text: line });
      return;
    }
    const counts = countsIn(parsed);
    if (counts === undefined) this.#events.emit({ type: "log", function: name, line: parsed });
    else this.#events.emit({ type: "metrics", function: name, counts });
  }

  #fileOf(name: string): number {
    const open = this.#files.get(name);
    if (open !== undefined) return open;
    const file = openSync(join(this.#folder, `${name}.jsonl`), "a");
    this.#files.set(name, file);
    return file;
  }
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The counts in a line of embedded metrics; undefined where it is an ordinary line. */
function countsIn(line: Record<string, unknown>): Record<string, number> | undefined {
  const reading = embeddedMetrics.safeParse(line);
  if (!reading.success) return undefined;
  const names = reading.data._aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name));
  return Object.fromEntries(names.map((name) => [name, total(line[name])]));
}

function total(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + Number(one), 0);
  return Number(value);
}
