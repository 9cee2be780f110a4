/** `vigia cases verify`: whether the chains of steps hold. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { checkedChains } from "../../../store/cases/checked-chains.ts";
import { verifiableKeys } from "../../../store/cases/verifiable-keys.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { EXIT } from "../../core/failure.ts";
import { checkRange, projectOption, readOptions, timeOption } from "../../core/options.ts";
import { recordedProjects } from "../../core/project.ts";
import { paint, printLine } from "../../output/print.ts";
import { anchorOption, verifyAnchors } from "./anchor-verification.ts";
import { chainText } from "./chain-text.ts";
import { casesOf, casesTableOf } from "./stored-cases.ts";

/** How many are read side by side. */
const CHUNK = 100;

export function addVerification(group: Command, context: CommandContext): void {
  addCommand(group, context, "verify", {
    summary: "check that no step of a case was changed, removed, added or moved",
    examples: ["vigia cases verify", "vigia cases verify --since 2026-01-01 --until 2026-04-01"],
    details:
      "Without a range the anchors of all days are made again, too. --anchor compares them with what briefs said, which nobody with access to the account alone can make to fit: a brief has the whole command.",
    action: verifyCases,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--anchor <day=digest>", "what the brief of a day said; several with commas between");
}

/** Checks every chain; ends with 1 where one does not hold. */
async function verifyCases({ context, options, target }: Call): Promise<number> {
  const time = z.optional(timeOption(context.now()));
  const schema = z.object({
    project: z.optional(projectOption),
    since: time,
    until: time,
    anchor: z.optional(anchorOption),
  });
  const { project, since, until, anchor } = readOptions(schema, options);
  checkRange(since, until);
  const found = await target();
  const queries = casesOf(found, context);
  const projectIds = recordedProjects(found, project);
  const span = {
    since: since === undefined ? undefined : new Date(since).toISOString(),
    until: until === undefined ? undefined : new Date(until).toISOString(),
  };
  const table = { client: documents(found), table: casesTableOf(found) };
  const count = { cases: 0, steps: 0, broken: 0 };
  for await (const chunk of chunks(verifiableKeys(table, projectIds, span))) {
    for (const { one, steps, problems } of await checkedChains(queries, chunk)) {
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
  // Anchors are over everything: part of it says nothing of them.
  const isWhole = project === undefined && since === undefined && until === undefined;
  const isAsked = isWhole || anchor !== undefined;
  const holds = !isAsked || (await verifyAnchors(context, found, anchor ?? new Map()));
  return count.broken === 0 && holds ? EXIT.done : EXIT.failed;
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
