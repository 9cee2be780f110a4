/** `vigia cases verify`: whether the chains of steps hold. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { type TimedStep, timedSteps } from "../../../cases/integrity/anchor.ts";
import { AnchorStore, chainIn } from "../../../cases/integrity/anchors.ts";
import {
  type CheckedChain,
  checkedChains,
  checkedItem,
  verifiableItems,
} from "../../../cases/integrity/checked-chains.ts";
import { verifiableKeys } from "../../../cases/integrity/verifiable-keys.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import { checkRange, projectsOption, readOptions, timeOption } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint, printLine } from "../../output/print.ts";
import { anchorOption, verifyAnchors } from "./anchor-verification.ts";
import { chainText } from "./chain-text.ts";
import { caseProjectsOf, casesOf, casesTableOf } from "./stored-cases.ts";

export function addVerification(group: Command, context: CommandContext): void {
  addCommand(group, context, "verify", {
    summary: "check that no step of a case was changed, removed, added or moved",
    examples: [
      "vigia cases verify",
      "vigia cases verify --since 2026-01-01T00:00:00-06:00 --until 2026-04-01T00:00:00-06:00",
    ],
    details:
      "Without a range or project the whole table is read, and the anchors of all days are made again, too. --anchor compares them with what briefs said, which nobody with access to the account alone can make to fit: a brief has the whole command.",
    action: verifyCases,
  })
    .option("--project <ids>", "only these projects, with commas between (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--anchor <day=digest>", "what the brief of a day said; several with commas between");
}

/** Prints what does not hold, and counts. */
class ChainReport {
  readonly #context: CommandContext;
  #cases = 0;
  #steps = 0;
  #broken = 0;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async add({ one, steps, problems }: CheckedChain): Promise<void> {
    this.#cases++;
    this.#steps += steps;
    if (problems.length === 0) return;
    this.#broken++;
    const { stdout } = this.#context;
    const text = `${one.subject} ${one.opened}: ${chainText(problems, steps)}`;
    await printLine(stdout, paint(stdout, "red", text));
  }

  /** @returns whether every one holds */
  async end(stage: string): Promise<boolean> {
    const checked = `${countOf(this.#cases, "case")} and months of ${stage} with ${countOf(this.#steps, "step")}`;
    const said =
      this.#broken === 0
        ? "every chain holds"
        : countOf(this.#broken, "chain does not hold", "chains do not hold");
    await printLine(this.#context.stdout, `${checked}: ${said}.`);
    return this.#broken === 0;
  }
}

/** Checks every chain; ends with 1 where one does not hold. */
async function verifyCases({ context, options, target }: Call): Promise<number> {
  const time = z.optional(timeOption(context.now()));
  const schema = z.object({
    ...{ project: z.optional(projectsOption), anchor: z.optional(anchorOption) },
    ...{ since: time, until: time },
  });
  const { project, since, until, anchor } = readOptions(schema, options);
  checkRange(since, until);
  const isPart = project !== undefined || since !== undefined || until !== undefined;
  if (isPart && anchor !== undefined)
    throw new WrongUseError(
      "--anchor: an anchor is over everything; leave --project, --since and --until out.",
    );
  const found = await target();
  if (!isPart) return (await verifyAll(context, found, anchor ?? new Map())) ? EXIT.done : EXIT.failed;
  const table = { client: documents(found), table: casesTableOf(found) };
  const keys = verifiableKeys(table, await caseProjectsOf(found, project), { since, until });
  const report = new ChainReport(context);
  for await (const one of checkedChains(casesOf(found, context), keys)) await report.add(one);
  return (await report.end(found.name)) ? EXIT.done : EXIT.failed;
}

/** All that the table holds, whether a list has it or not: anchors are over it. @returns whether it holds */
async function verifyAll(
  context: CommandContext,
  target: Target,
  said: ReadonlyMap<string, string>,
): Promise<boolean> {
  const report = new ChainReport(context);
  const steps: TimedStep[] = [];
  const now = new Date(context.now());
  for await (const item of verifiableItems(documents(target), casesTableOf(target))) {
    await report.add(checkedItem(item, now));
    steps.push(...timedSteps(chainIn(item)));
  }
  const chainsHold = await report.end(target.name);
  const store = new AnchorStore(documents(target), casesTableOf(target));
  const anchorsHold = await verifyAnchors(context, { found: await store.all(), steps, said });
  return chainsHold && anchorsHold;
}
