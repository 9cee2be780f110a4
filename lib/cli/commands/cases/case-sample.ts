/** `vigia cases sample`: draws a random sample of a period's cases, which anyone can draw again, and checks its chains. */

import * as z from "zod/mini";
import { unreadableCells } from "../../../cases/case-csv.ts";
import type { CaseKey } from "../../../cases/case-keys.ts";
import { checkedSample, type SampledCase } from "../../../cases/integrity/checked-chains.ts";
import { drawSample, MOST_SAMPLED, newSeed, type Population, SEED } from "../../../cases/integrity/sample.ts";
import { countOf } from "../../../text/cut.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { printRows, type View } from "../../output/table.ts";
import { caseView, chainText } from "./case-view.ts";
import { caseProjectsOf, casesOf, drawingUnreadable } from "./stored-cases.ts";

/** Output of a sample: each case with its digest and the result of its chain's check, also a corrupt one. */
const sampleView: View<SampledCase> = {
  columns: [
    { header: "digest", value: ({ digest }) => digest.slice(0, 12) },
    ...caseView.columns.map(({ style: _, ...column }) => ({
      ...column,
      value: ({ one }: SampledCase) =>
        one.kind === "unreadable" ? (unreadableCells([column.header], one)[0] ?? "") : column.value(one),
    })),
    { header: "chain", value: chainOf },
  ],
  json: (row) => ({ digest: row.digest, ...caseJson(row), chain: chainOf(row) }),
  csvHeader: ["digest", ...caseView.csvHeader, "chain"],
  csvCells: ({ one, ...row }) => [
    row.digest,
    ...(one.kind === "unreadable" ? unreadableCells(caseView.csvHeader, one) : caseView.csvCells(one)),
    chainOf(row),
  ],
};

function caseJson({ one }: SampledCase): object {
  return one.kind === "unreadable"
    ? { case: one.subject, opened: one.opened, kind: one.kind }
    : Object(caseView.json(one));
}

function chainOf({ checked }: Pick<SampledCase, "checked">): string {
  return checked === undefined ? "expired" : chainText(checked.problems, checked.steps);
}

export function addSample(group: CommandGroup): void {
  addCommand(group, "sample", {
    summary: "draw a random sample of the cases of a period, and verify their steps",
    examples: [
      "vigia cases sample --since 2026-01-01T00:00:00-06:00 --until 2026-04-01T00:00:00-06:00",
      "vigia cases sample --since 90d --size 40 --seed q1-2026 --project 1,2 --format csv",
    ],
    details:
      "The same seed draws the same cases, here and on the desk. It draws those whose SHA-256, of seed, case and opened on a line each, sorts first.",
    action: sampleCases,
  })
    .option("--project <ids>", "only these projects, separated by commas (default: all)")
    .requiredOption("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone; default: now)")
    .option("--size <count>", "size of the sample, at most 500", "25")
    .option("--seed <seed>", "seed of the sample (default: a new one, which is printed)")
    .option("--format <format>", "table, jsonl or csv", "table");
}

/** Options of a sample, also for the command that takes evidence of one. */
export const seedOption = z
  .string()
  .check(z.regex(SEED, { error: "expected up to 64 letters, digits, hyphens and underscores" }));
const SIZE = { error: `expected a number from 1 to ${MOST_SAMPLED}` };
export const sizeOption = z.pipe(
  // `Number` takes 1e2 and 0x10, too.
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, SIZE)), z.transform(Number)),
  z.number().check(z.minimum(1, SIZE), z.maximum(MOST_SAMPLED, SIZE)),
);

/** Draws it; ends with 1 where a chain of it does not hold, or a case of the period cannot be read. */
async function sampleCases({ context, options, target }: Call): Promise<number> {
  const { project, since, until, size, seed, format } = options({
    project: option.projects,
    since: option.time(context.now()),
    until: z._default(option.time(context.now()), new Date(context.now()).toISOString()),
    size: sizeOption,
    seed: z._default(seedOption, newSeed()),
    format: option.format,
  });
  option.checkRange(since, until);
  const found = await target();
  const unreadable: CaseKey[] = [];
  const queries = casesOf(found, context);
  const projectIds = await caseProjectsOf(found, project);
  const { population, drawn } = await drawSample(
    queries.all({ projectIds, closed: true, since, until }, drawingUnreadable(context, unreadable)),
    { seed, size },
  );
  const rows = await checkedSample(queries, drawn);
  const say = format === "table" ? context.print : context.note;
  await say(
    `Received from ${since} until ${until} in ${found.name}: ${populationText(population)}.\nSeed: ${seed}. The ${drawn.length} whose SHA-256 (of seed, case and opened, one a line) sorts first:`,
  );
  await printRows(context.stdout, format, sampleView, rows);
  const isBroken = rows.some(({ checked }) => checked !== undefined && checked.problems.length > 0);
  return unreadable.length > 0 || isBroken ? EXIT.failed : EXIT.done;
}

/** In words: `12 cases (notification 10, wallet 2; illegal 10, none 2; open 3, reported 9)`. */
function populationText({ total, kinds, risks, outcomes }: Population): string {
  const counted = [kinds, risks, outcomes].map((counts) =>
    Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
  );
  return `${countOf(total, "case")}${total === 0 ? "" : ` (${counted.join("; ")})`}`;
}
