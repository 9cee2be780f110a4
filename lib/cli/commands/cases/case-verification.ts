/** `vigia cases verify`: whether the chains of steps hold. */

import pMap from "p-map";
import * as z from "zod/mini";
import { type ChainProblem, problemsOfChain } from "../../../cases/chain.ts";
import { monthBeside } from "../../../language/month.ts";
import type { CaseKey } from "../../../store/cases/case-keys.ts";
import type { CaseQueries } from "../../../store/cases/case-queries.ts";
import { monthKey } from "../../../store/cases/months.ts";
import { countOf } from "../../../text/count-of.ts";
import type { Call } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import { checkRange, projectOption, readOptions, timeOption } from "../../core/options.ts";
import { recordedProjects } from "../../core/project.ts";
import { paint, printLine } from "../../output/print.ts";
import { chainText } from "./chain-text.ts";
import { casesOf } from "./stored-cases.ts";

const READ_CONCURRENTLY = 10;

/** How many are read side by side. */
const CHUNK = 100;

/** Checks every chain; ends with 1 where one does not hold. */
export async function verifyCases({ context, options, target }: Call): Promise<number> {
  const time = z.optional(timeOption(context.now()));
  const schema = z.object({ project: z.optional(projectOption), since: time, until: time });
  const { project, since, until } = readOptions(schema, options);
  checkRange(since, until);
  const found = await target();
  const queries = casesOf(found);
  const filter = {
    projectIds: recordedProjects(found, project),
    closed: true,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    until: until === undefined ? undefined : new Date(until).toISOString(),
  };
  const count = { cases: 0, steps: 0, broken: 0 };
  const months = monthsOf(filter.projectIds, since ?? 0, until ?? context.now());
  for await (const chunk of chunks(both(queries.list(filter), months))) {
    for (const { one, steps, problems } of await chainsOf(queries, chunk)) {
      count.cases++;
      count.steps += steps;
      if (problems.length === 0) continue;
      count.broken++;
      await printLine(
        context.stdout,
        paint(context.stdout, "red", `${one.subject} ${one.opened}: ${chainText(problems, steps)}`),
      );
    }
  }
  const checked = `${countOf(count.cases, "case")} and months of ${found.name} with ${countOf(count.steps, "step")}`;
  const said =
    count.broken === 0
      ? "every chain holds"
      : countOf(count.broken, "chain does not hold", "chains do not hold");
  await printLine(context.stdout, `${checked}: ${said}.`);
  return count.broken === 0 ? EXIT.done : EXIT.failed;
}

/** What was filed about a month is a chain too. Nothing is asked of those long before there were cases. */
const MOST_MONTHS = 120;

function monthsOf(projectIds: readonly number[], since: number, until: number): CaseKey[] {
  const [first, last] = [monthOf(since), monthOf(until)];
  const months = Array.from({ length: MOST_MONTHS }, (_, back) => monthBeside(last, -back));
  return projectIds.flatMap((projectId) =>
    months.filter((month) => month >= first).map((month) => monthKey(projectId, month)),
  );
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

async function* both(cases: AsyncIterable<CaseKey>, months: Iterable<CaseKey>): AsyncGenerator<CaseKey> {
  yield* cases;
  yield* months;
}

interface CheckedChain {
  one: CaseKey;
  steps: number;
  problems: ChainProblem[];
}

async function chainsOf(queries: CaseQueries, cases: readonly CaseKey[]): Promise<CheckedChain[]> {
  const checked = await pMap(
    cases,
    async (one) => {
      const chained = await queries.chained(one);
      // Expired between the list and the look, or a month of which nothing was filed.
      if (chained === undefined) return [];
      return [{ one, steps: chained.steps?.length ?? 0, problems: problemsOfChain(chained) }];
    },
    { concurrency: READ_CONCURRENTLY },
  );
  return checked.flat();
}

async function* chunks<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const value of values) {
    if (chunk.push(value) < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
