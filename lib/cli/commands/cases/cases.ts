/** `vigia cases`: what officers were alerted to, and what they decided; to look at, for officers. */

import * as z from "zod/mini";
import { chainedCase, type StoredCase, storedCase } from "../../../cases/case.ts";
import { type CaseKey, OPENED_ONCE, walletSubjectIn } from "../../../cases/case-keys.ts";
import type { CaseQueries } from "../../../cases/case-queries.ts";
import { problemsOfChain } from "../../../cases/chain.ts";
import type { Notice } from "../../../cases/state.ts";
import {
  deadlinesFor,
  isCountedFromReceipt,
  isCountedWithoutZone,
  lawsSaidLast,
  NOTHING_DUE,
  stateOf,
} from "../../../cases/state.ts";
import { type ChangedFacts, isOfSystem, type Step, type SystemStep } from "../../../cases/step.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { safeJson } from "../../../text/escaping.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { factTable, printRows, take } from "../../output/table.ts";
import { openCases } from "./case-opening.ts";
import { addSample } from "./case-sample.ts";
import { addVerification } from "./case-verification.ts";
import { caseJson, caseView, chainText, stateText } from "./case-view.ts";
import { caseProjectsOf, casesOf } from "./stored-cases.ts";

export function addCases(program: CommandGroup): void {
  const group = addGroup(program, "cases", "list, show, verify and open cases");
  addCommand(group, "list", {
    summary: "list open cases, newest first",
    examples: [
      "vigia cases list",
      "vigia cases list --all --since 30d --format csv --limit 10000 > cases.csv",
    ],
    details: "Officers decide cases on the desk only, where they sign in.",
    action: list,
  })
    .option("--all", "include decided cases")
    .option("--project <ids>", "only these projects, separated by commas (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "show <case>", {
    summary: "show a case with all its steps",
    examples: [
      "vigia cases show '1#42'",
      "vigia cases show 'wallet#1#0x1111111111111111111111111111111111111111#1'",
    ],
    details: "A wallet's last case is shown; --opened names another.",
    action: showCase,
  })
    .option("--opened <opened>", "scan that opened the case, if the wallet has several cases")
    .option("--format <format>", "table or jsonl", "table");
  addCommand(group, "open", {
    summary: "open cases for alerts that were sent before the desk was enabled",
    examples: ["vigia cases open --since 2026-01-01", "vigia cases open --since 90d --stage dev"],
    details:
      "It opens a case for each illegal notification, alerted change, quarantined body that mentions illegal, and wallet with an alert from a scan since then. Running it again opens no case twice and leaves decided cases alone. The stack's policies do not allow it: an administrator of the account runs it once.",
    action: openCases,
  })
    .requiredOption("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--project <id>", "only this project (default: all)");
  addSample(group);
  addVerification(group);
}

async function list({ context, options, target }: Call): Promise<undefined> {
  const time = z.optional(option.time(context.now()));
  const { all, project, since, until, limit, format } = options({
    all: option.flag,
    project: option.projects,
    since: time,
    until: time,
    limit: option.limit,
    format: option.format,
  });
  option.checkRange(since, until);
  const found = await target();
  const cases = casesOf(found, context).list({
    projectIds: await caseProjectsOf(found, project),
    closed: all,
    since,
    until,
  });
  const count = await printRows(context.stdout, format, caseView, take(cases, limit));
  if (format !== "table") return;
  const which = all ? "case" : "open case";
  if (count === 0) await context.note(`No ${which} in ${found.name} matches.`);
  if (count === limit) await context.note(`These are the last ${limit}; --limit shows more.`);
}

/** Shows the case that the first argument names. */
async function showCase({ context, args: [name = ""], options, target }: Call): Promise<undefined> {
  const { format, opened } = options({ format: option.shownFormat, opened: z.optional(z.string()) });
  const found = await target();
  const queries = casesOf(found, context);
  const key = await keyOf(queries, name, opened);
  const chained = key && (await queries.raw(key));
  if (chained === undefined)
    throw new CommandError(
      `There is no case ${cleanText(name, 100)} in ${found.name}; "vigia cases list --all${found.flag}" lists them.`,
    );
  const { data: one } = storedCase.safeParse(chained);
  if (one === undefined)
    throw new CommandError(
      `${chained.subject} cannot be read: it was changed outside Vigía; "vigia cases verify${found.flag}" shows how.`,
    );
  const chain = chainText(problemsOfChain(chainedCase.parse(chained)), one.steps?.length ?? 0);
  if (format === "jsonl") {
    await context.print(safeJson({ ...caseJson(one), steps: one.steps ?? [], chain }));
    return;
  }
  await context.print(`${one.subject}\n\n${factTable(factsOfCase(one, chain), context.stdout)}`);
  for (const step of one.steps ?? [])
    await context.print(`\n${factTable(factsOfStep(step), context.stdout)}`);
}

/** A case by its own name, a notification's by that of the notification, a wallet's last one. */
async function keyOf(
  queries: CaseQueries,
  name: string,
  opened: string | undefined,
): Promise<CaseKey | undefined> {
  const wallet = walletSubjectIn(name);
  if (wallet !== undefined) {
    const [last] = opened === undefined ? await queries.ofWallet(wallet) : [{ opened }];
    return last && { subject: wallet, opened: last.opened };
  }
  if (name === "") return undefined;
  const subject = name.startsWith("notification#") ? name : `notification#${name}`;
  return { subject, opened: opened ?? OPENED_ONCE };
}

function factsOfCase(one: StoredCase, chain: string): [string, string | undefined][] {
  const { owner, knownSince, notices } = stateOf(one);
  return [
    ["opened", one.opened],
    ["kind", one.kind],
    ["project", String(one.projectId)],
    ["received", one.receivedAt],
    ["state", stateText(one)],
    ["owner", owner && `${owner.name} until ${owner.until}`],
    ["due", deadlinesFor(one).join("; ") || NOTHING_DUE],
    [
      "",
      isCountedFromReceipt(one) ? "counted from the receipt: no earlier time of the transaction" : undefined,
    ],
    ["", isCountedWithoutZone(one) ? "counted from a time without a zone, assumed to be UTC" : undefined],
    ["known since", knownSince],
    ["24-hour notices", notices.map(noticeText).join("; ") || undefined],
    ["user", one.userId],
    ["wallet", one.address],
    ["laws", lawsText(one)],
    ["laws now", lawsText(lawsSaidLast(one))],
    ["score", one.score === undefined ? undefined : String(one.score)],
    ["why", one.crossings?.join(", ")],
    ["chain", chain],
  ];
}

function lawsText({ laws, lawCount = 0 }: Pick<ChangedFacts, "laws" | "lawCount"> = {}): string | undefined {
  if (laws === undefined) return undefined;
  const names = laws.map(({ name, countryCode }) => `${name} (${countryCode})`).join(", ");
  return lawCount > laws.length ? `${names} and ${lawCount - laws.length} more` : names || "none";
}

function noticeText({ dueAt, filedAt, withdrawnAt, isLate }: Notice): string {
  if (withdrawnAt !== undefined)
    return `due ${dueAt}: ${isLate ? "missed, " : ""}suspicion withdrawn${isLate ? " later" : ""}, ${withdrawnAt}`;
  const filed =
    filedAt === undefined ? "none recorded" : `recorded ${isLate ? "late" : "in time"}, ${filedAt}`;
  return `due ${dueAt}: ${filed}`;
}

function factsOfStep(step: Step): [string, string | undefined][] {
  const filing = "filing" in step ? step.filing : undefined;
  return [
    ["step", `${step.number}: ${step.kind}`],
    ["at", step.at],
    ["by", "by" in step ? `${step.by.name} (${step.by.subject})` : "the system"],
    ["outcome", step.kind === "decide" ? step.outcome : undefined],
    ["filing", filing && `${filing.kind}, reference ${filing.reference}, receipt of ${filing.receivedOn}`],
    ["in one act", "batch" in step && step.batch ? `with ${step.batch.size - 1} others` : undefined],
    ["known since", step.kind === "suspect" ? step.knownSince : undefined],
    ...(isOfSystem(step) ? factsOfSystemStep(step) : []),
    ["note", "note" in step ? step.note : undefined],
  ];
}

function factsOfSystemStep(step: SystemStep): [string, string | undefined][] {
  switch (step.kind) {
    case "crossing":
      return [
        ["run", step.run],
        ["why", step.crossings?.join(", ")],
        ["score", `${step.score ?? "unknown"}, before ${step.previousScore ?? "unknown"}`],
      ];
    case "continuation":
      return [["continues as", step.as.subject]];
    case "change":
      return [...contentOf(step), ...factsOfChange(step.facts)];
    case "return":
      return [...contentOf(step), ["laws again", lawsText(step)]];
    default:
      return contentOf(step);
  }
}

function contentOf({ content, receivedAt }: Extract<SystemStep, { content: string }>): [string, string][] {
  return [
    ["content", content],
    ["received", receivedAt],
  ];
}

function factsOfChange({
  usd,
  timestamp,
  tokenSymbol,
  deadlines,
  gone,
  ...ofLaws
}: ChangedFacts): [string, string | undefined][] {
  const due = deadlines?.map(({ dueAt, law, countryCode }) => `${dueAt} (${law}, ${countryCode})`).join("; ");
  return [
    ["usd", usd === null ? "none" : usd],
    ["timestamp", timestamp === null ? "none" : timestamp],
    ["token", tokenSymbol],
    ["due", due === "" ? "none" : due],
    ["laws now", lawsText(ofLaws)],
    ["no longer", lawsText(gone)],
  ];
}
