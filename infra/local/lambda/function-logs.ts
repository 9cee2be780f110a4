/** Output of the functions: emitted as events, and appended to a file for each function, as CloudWatch would keep it. */

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { isObject } from "../../../lib/contract/exact-json.ts";
import type { LocalEvents } from "./run-events.ts";

export class FunctionLogs {
  readonly #folder: string;
  readonly #events: LocalEvents;

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

  #writeLine(name: string, line: string): void {
    const parsed = parsedLine(line);
    appendFileSync(join(this.#folder, `${name}.jsonl`), `${JSON.stringify(parsed ?? { message: line })}\n`);
    if (parsed === undefined) this.#events.emit({ type: "output", function: name, text: line });
    else if (isObject(parsed["_aws"]))
      this.#events.emit({ type: "metrics", function: name, counts: countsIn(parsed, parsed["_aws"]) });
    else this.#events.emit({ type: "log", function: name, line: parsed });
  }
}

function parsedLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A line of CloudWatch's embedded metric format names its counts. */
const metrics = z.array(z.object({ Metrics: z.array(z.object({ Name: z.string() })) }));

function countsIn(line: Record<string, unknown>, aws: Record<string, unknown>): Record<string, number> {
  const names = metrics.parse(aws["CloudWatchMetrics"]).flatMap(({ Metrics }) => Metrics);
  const total = (value: unknown) => [value].flat().reduce<number>((sum, item) => sum + Number(item), 0);
  return Object.fromEntries(names.map(({ Name }) => [Name, total(line[Name])]));
}
