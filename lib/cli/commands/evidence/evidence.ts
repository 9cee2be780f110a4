/** `vigia evidence`: everything that is kept of cases in one file, which can be checked offline. */

import * as z from "zod/mini";
import type { RawCase } from "../../../cases/case.ts";
import type { CaseKey } from "../../../cases/case-keys.ts";
import type { CaseFilter, CaseQueries } from "../../../cases/case-queries.ts";
import type { OnUnreadable } from "../../../cases/case-reading.ts";
import { drawSample, newSeed } from "../../../cases/integrity/sample.ts";
import { evidenceSourcesOf } from "../../../evidence/evidence-files.ts";
import { type EvidenceSummary, evidencePack, PackTooLargeError } from "../../../evidence/evidence-pack.ts";
import { language } from "../../../i18n/language.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { CommandError, EXIT, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { type NewFile, writeNewFile } from "../../output/new-file.ts";
import { writeBytes } from "../../output/print.ts";
import { seedOption, sizeOption } from "../cases/case-sample.ts";
import { caseProjectsOf, casesOf, drawingUnreadable } from "../cases/stored-cases.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";

/** So many are read in minutes. */
const MOST_CASES = 5_000;

export function addEvidence(program: CommandGroup): void {
  addCommand(program, "evidence", {
    summary: "export all records of cases to a zip that can be verified offline",
    examples: [
      "vigia evidence --since 30d --out evidence.zip",
      "vigia evidence --since 90d --sample 25 --seed q1-2026 --out sample.zip",
      "vigia evidence --since 2026-01-01T00:00:00-06:00 --until 2026-04-01T00:00:00-06:00 --out quarter.zip --language es --force",
    ],
    details:
      "The zip contains a page for each case, and verify.mjs, which checks everything with Node alone. Store the printed SHA-256 of its manifest apart from the zip.",
    action: takeEvidence,
  })
    .requiredOption("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--sample <count>", "only a sample of this size, drawn as `cases sample` draws it")
    .option("--seed <seed>", "seed of the sample (default: a new one, which is printed)")
    .option("--project <ids>", "only these projects, separated by commas (default: all)")
    .requiredOption("--out <file>", "the file to write")
    .option("--language <language>", "language of the pages: en or es", "en")
    .option("--force", "overwrite an existing file");
}

const IN_PARTS = "export them in parts with --since and --until, or --project.";

async function takeEvidence({ context, options, target }: Call): Promise<number> {
  const given = options({
    project: option.projects,
    since: option.time(context.now()),
    until: z.optional(option.time(context.now())),
    out: option.text,
    sample: z.optional(sizeOption),
    seed: z.optional(seedOption),
    language,
    force: option.flag,
  });
  option.checkRange(given.since, given.until);
  if (given.seed !== undefined && given.sample === undefined)
    throw new WrongUseError("--seed: give the size of the sample with --sample.");
  const draw = { size: given.sample, seed: given.seed ?? newSeed() };
  const found = await target();
  const sources = evidenceSourcesOf(documents(found), found.tables, notificationsOf(found));
  const unreadable: CaseKey[] = [];
  const queries = casesOf(found, context);
  const filter = {
    projectIds: await caseProjectsOf(found, given.project),
    closed: true,
    since: given.since,
    until: given.until,
  };
  const now = new Date(context.now());
  const pack = evidencePack(
    itemsOf(
      chosen(queries, filter, { ...draw, onUnreadable: drawingUnreadable(context, unreadable) }),
      queries,
    ),
    sources,
    {
      language: given.language,
      now,
    },
  );
  const summary = await writePack(pack, { cwd: context.cwd, out: given.out, force: given.force });
  await context.print(
    `${countOf(summary.cases, "case")} of ${found.name} in ${countOf(summary.files, "file")} written to ${cleanText(given.out, 200)}.${draw.size === undefined ? "" : `\nDrawn with the seed ${draw.seed}, as "vigia cases sample" draws them.`}\nSHA-256 of its manifest, to store apart from it: ${summary.manifest}`,
  );
  const isWhole = await sayLacking(context, summary);
  return isWhole && unreadable.length === 0 ? EXIT.done : EXIT.failed;
}

/** @returns whether nothing that is stored of a case is corrupt */
async function sayLacking(context: CommandContext, { lacking }: EvidenceSummary): Promise<boolean> {
  const corrupt = lacking.filter((one) => one.corrupt);
  for (const { packed } of corrupt)
    await context.note(`${packed.subject} ${packed.opened}: ${packed.lacks.join(" ")}`);
  const others = lacking.length - corrupt.length;
  if (others > 0)
    await context.note(
      `${countOf(others, "case lacks", "cases lack")} something, such as a notification that expired: the page of each and verify.mjs say what.`,
    );
  return corrupt.length === 0;
}

type Pack = ReturnType<typeof evidencePack>;

/** @throws {CommandError} where it would be more than a zip holds */
async function writePack(pack: Pack, to: NewFile): Promise<EvidenceSummary> {
  try {
    return await writeNewFile(to, async (file) => {
      for (let piece = await pack.next(); ; piece = await pack.next()) {
        if (piece.done === true) return piece.value;
        await writeBytes(file, Buffer.from(piece.value));
      }
    });
  } catch (error) {
    if (!(error instanceof PackTooLargeError)) throw error;
    throw new CommandError(`The zip would have ${error.message}, more than a zip can contain: ${IN_PARTS}`);
  }
}

/**
 * Cases of a sample, or all; with corrupt ones.
 * @throws {CommandError} where there are more than a zip holds
 */
async function* chosen(
  queries: CaseQueries,
  filter: CaseFilter,
  { size, seed, onUnreadable }: { size: number | undefined; seed: string; onUnreadable: OnUnreadable },
): AsyncGenerator<CaseKey> {
  if (size === undefined) {
    yield* bounded(queries.keys(filter));
    return;
  }
  const { drawn } = await drawSample(queries.all(filter, onUnreadable), { seed, size });
  for (const { one } of drawn) yield one;
}

async function* bounded(cases: AsyncIterable<CaseKey>): AsyncGenerator<CaseKey> {
  let count = 0;
  for await (const one of cases) {
    if (++count > MOST_CASES)
      throw new CommandError(
        `More than ${MOST_CASES.toLocaleString("en-US")} cases match, more than one zip may contain: ${IN_PARTS}`,
      );
    yield one;
  }
}

/** Each as it is now; one that expired since it was listed is left out. */
async function* itemsOf(cases: AsyncIterable<CaseKey>, queries: CaseQueries): AsyncGenerator<RawCase> {
  for await (const one of cases) {
    const item = await queries.raw(one);
    if (item !== undefined) yield item;
  }
}
