/** `vigia cases evidence`: everything that is kept of cases in one file, which can be checked offline. */

import { Readable } from "node:stream";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { RawCase } from "../../../cases/case.ts";
import type { CaseKey } from "../../../cases/case-keys.ts";
import type { CaseFilter, CaseQueries } from "../../../cases/case-queries.ts";
import { type EvidenceSources, evidenceSourcesOf } from "../../../cases/evidence/evidence-files.ts";
import {
  type EvidenceSummary,
  evidencePack,
  PackTooLargeError,
} from "../../../cases/evidence/evidence-pack.ts";
import { gapText } from "../../../cases/evidence/gap.ts";
import { drawSample, MOST_SAMPLED, newSeed, SEED } from "../../../cases/integrity/sample.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { textTranslator } from "../../../i18n/translator.ts";
import { moneyLookUp } from "../../../law/rates/local-money.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type CommandGroup, handle } from "../../core/command.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import {
  checkRange,
  countIn,
  forceOption,
  projectsOption,
  sinceOption,
  untilOption,
} from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { writeNewFile } from "../../output/new-file.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { caseProjectsOf, casesOf } from "./stored-cases.ts";

/** So many are read in minutes. */
const MOST_CASES = 5_000;

export function addEvidence(group: CommandGroup): void {
  addCommand(group, "evidence", {
    summary: "export all records of cases to a zip that can be verified offline",
    details:
      "The zip contains a page for each case, an index of all, verify.html, which checks everything in a browser without a network, and verify.mjs, which does so with Node alone. Store the printed SHA-256 of its manifest apart from the zip.",
    examples: [
      "vigia cases evidence --since 30d --out evidence.zip",
      "vigia cases evidence --since 90d --sample 25 --seed q1-2026 --out sample.zip",
    ],
  })
    .addOption(sinceOption(group.context).makeOptionMandatory())
    .addOption(untilOption(group.context))
    .addOption(projectsOption)
    .option("--sample <count>", `only a random sample of this size, at most ${MOST_SAMPLED}`, sizeIn)
    .option(
      "--seed <seed>",
      "of the sample: the same seed draws the same cases while those of the period stay the same (default: a new one)",
      seedIn,
    )
    .requiredOption("--out <file>", "the file to write")
    .addOption(
      new Option("--language <language>", "of the pages")
        .choices(["en", "es"] as const)
        .default("en" as const),
    )
    .addOption(forceOption)
    .action(
      handle(
        group,
        async ({ context, chosenTarget }, { since, until, project, language, ...sampleOptions }) => {
          checkRange(since, until);
          const { out, sample, seed = newSeed(), force = false } = sampleOptions;
          const target = await chosenTarget();
          const corrupt: CaseKey[] = [];
          const queries = casesOf(target, context, corrupt);
          const filter = { projectIds: caseProjectsOf(target, project), since, until };
          const keys =
            sample === undefined ? bounded(queries.keys(filter)) : drawn(queries, filter, sample, seed);
          const pack = evidencePack(itemsOf(keys, queries), sourcesOf(target, queries), {
            language,
            timeZone: target.timeZone,
            now: new Date(context.now()),
          });
          const summary = await writePack(pack, { cwd: context.cwd, out, force });
          await context.print(
            `${countOf(summary.cases, "case")} of ${target.name} in ${countOf(summary.files, "file")} written to ${cleanText(out, 200)}.${sample === undefined ? "" : `\nDrawn with the seed ${seed}.`}\nSHA-256 of its manifest, to store apart from it: ${summary.manifest}`,
          );
          const english = textTranslator("en");
          for (const { packed } of summary.lacking)
            await context.note(
              `${packed.subject} ${packed.opened}: ${packed.lacks.map((gap) => gapText(gap, english)).join(" ")}`,
            );
          const isWhole = corrupt.length === 0 && !summary.lacking.some((gap) => gap.corrupt);
          return isWhole ? EXIT.done : EXIT.failed;
        },
      ),
    );
}

function sourcesOf(target: Target, cases: CaseQueries): EvidenceSources {
  const { tables, money, timeZone } = target;
  const database = documents(target);
  const environment = { RATES_TABLE: tables.rates, CURRENCIES: money.currencies, TIME_ZONE: timeZone };
  return evidenceSourcesOf(database, tables, {
    cases,
    notifications: notificationsOf(target),
    money: moneyLookUp(environment, database),
  });
}

function sizeIn(text: string): number {
  const size = countIn(text);
  if (size <= MOST_SAMPLED) return size;
  throw new InvalidArgumentError(`Expected a number from 1 to ${MOST_SAMPLED}.`);
}

function seedIn(text: string): string {
  if (SEED.test(text)) return text;
  throw new InvalidArgumentError("Expected up to 64 characters of A-Z, a-z, 0-9, - and _.");
}

const IN_PARTS = "export them in parts with --since and --until, or --project.";

/** @throws {CommandError} where it would be more than a zip holds */
async function writePack(
  pack: ReturnType<typeof evidencePack>,
  to: Parameters<typeof writeNewFile>[0],
): Promise<EvidenceSummary> {
  let summary: EvidenceSummary | undefined;
  async function* pieces() {
    summary = yield* pack;
  }
  try {
    await writeNewFile(to, Readable.from(pieces()));
  } catch (error) {
    if (!(error instanceof PackTooLargeError)) throw error;
    throw new CommandError(`The zip would have ${error.message}, more than a zip can contain: ${IN_PARTS}`);
  }
  if (summary === undefined) throw new Error("the pack ended without a summary");
  return summary;
}

async function* drawn(
  queries: CaseQueries,
  filter: CaseFilter,
  size: number,
  seed: string,
): AsyncGenerator<CaseKey> {
  for (const { item: listedCase } of (await drawSample(queries.all(filter), { seed, size })).drawn)
    yield listedCase;
}

/** @throws {CommandError} where there are more than a zip holds */
async function* bounded(cases: AsyncIterable<CaseKey>): AsyncGenerator<CaseKey> {
  let count = 0;
  for await (const caseKey of cases) {
    if (++count > MOST_CASES) throw new CommandError(`More than ${MOST_CASES} cases match: ${IN_PARTS}`);
    yield caseKey;
  }
}

/** Each as it is now; one that expired since it was listed is left out. */
async function* itemsOf(cases: AsyncIterable<CaseKey>, queries: CaseQueries): AsyncGenerator<RawCase> {
  for await (const caseKey of cases) {
    const item = await queries.raw(caseKey);
    if (item !== undefined) yield item;
  }
}
