/** `vigia scan`: starts and ends a run of every known wallet, and shows the last one. */

import { setTimeout as sleep } from "node:timers/promises";
import { scansLink } from "../../../alerts/messages/desk-links.ts";
import { problemIn } from "../../../alerts/messages/run-problem.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { textTranslator } from "../../../i18n/translator.ts";
import {
  coverageText,
  notReached,
  type RunProgress,
  type ScanRun,
  totalsOf,
} from "../../../screening/runs/run.ts";
import { RunWallets } from "../../../screening/runs/run-wallets.ts";
import { ScanRunStore } from "../../../screening/runs/runs.ts";
import { COMES_AGAIN_MINUTES } from "../../../screening/runs/scan-queue.ts";
import { progressOf } from "../../../screening/runs/start-run.ts";
import { documents } from "../../core/aws.ts";
import {
  addCommand,
  addGroup,
  type Call,
  type CommandContext,
  type CommandGroup,
  handle,
} from "../../core/command.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { projectOption } from "../../core/options.ts";
import { deskFact, servedProjectsOrOne, stageOf, type Target } from "../../core/target.ts";
import { type Fact, factTable } from "../../output/layout.ts";
import { paint, printProgress, type Style, writeNow } from "../../output/print.ts";
import { type StartedRun, startRuns, stopRuns } from "./scan-start.ts";

export function addScan(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "scan", summary);
  addCommand(group, "run", {
    summary: "start a scan now, as the nightly schedule does",
    examples: ["vigia scan run --wait", "vigia scan run --project 1 --stage dev"],
  })
    .addOption(projectOption)
    .option("--wait", "wait until the scan ends; it goes on if you stop waiting")
    .action(handle(group, runScan));
  addCommand(group, "stop", {
    summary: "stop the running scan",
    examples: ["vigia scan stop", "vigia scan stop --project 1 --stage dev"],
  })
    .addOption(projectOption)
    .action(handle(group, stopScan));
  addCommand(group, "status", {
    summary: "show the state of each project's last scan",
    examples: ["vigia scan status"],
  })
    .addOption(projectOption)
    .action(handle(group, showStatus));
}

interface OfProject {
  project?: number | undefined;
}

async function runScan(
  { context, chosenTarget }: Call,
  { project, wait = false }: OfProject & { wait?: boolean | undefined },
): Promise<number | undefined> {
  const target = await chosenTarget();
  const runs = await startRuns(target, servedProjectsOrOne(target, project), context.now());
  for (const run of runs) await context.print(startText(run));
  if (!wait) {
    await context.print(`See its progress with "vigia scan status${target.flags}".`);
    return;
  }
  const ended = await waitForRuns(context, target, runs);
  for (const run of ended)
    await context.print(
      `Project ${run.projectId}: ${run.status}. ${countsText(run)}.\n${problemText(run, target)}`.trimEnd(),
    );
  return ended.every(({ status }) => status === "completed") ? EXIT.done : EXIT.failed;
}

function startText({ projectId, runId, progress }: StartedRun): string {
  if (progress === undefined) return `Project ${projectId}: run ${runId} started.`;
  return `Project ${projectId}: run ${runId} is still running, so no other was started: ${progressText(progress)}.`;
}

/** `120 of 500 wallets asked for`. */
function progressText({ queued, waiting, isCut }: RunProgress): string {
  const done = Math.max(0, queued - waiting);
  return `${isCut ? "at most " : ""}${done} of ${countOf(queued, "wallet")} asked for`;
}

async function stopScan({ context, chosenTarget }: Call, { project }: OfProject): Promise<undefined> {
  const target = await chosenTarget();
  for (const { projectId, runId, outcome } of await stopRuns(target, servedProjectsOrOne(target, project))) {
    const none =
      runId === undefined ? "no scan is running" : `no scan is running; the last, ${runId}, has ended`;
    const text = outcome === "stopped" ? `run ${runId} was stopped` : none;
    await context.print(`Project ${projectId}: ${text}.`);
  }
}

async function showStatus({ context, chosenTarget }: Call, { project }: OfProject): Promise<undefined> {
  const target = await chosenTarget();
  const store = runsIn(target, context);
  for (const projectId of servedProjectsOrOne(target, project)) {
    const last = await lastRun(store, projectId);
    if (last === undefined) {
      await context.print(
        `Project ${projectId}: no run yet; start one with "vigia scan run${target.flags}".`,
      );
      continue;
    }
    await context.print(paint(context.stdout, statusStyle(last), `Project ${projectId}: ${last.status}`));
    const facts = await factsOfRun(last, target);
    await context.print(factTable([...facts, deskFact(target, scansLink(projectId))], context.stdout));
  }
}

async function lastRun(store: ScanRunStore, projectId: number): Promise<ScanRun | undefined> {
  for await (const run of store.ofProject(projectId)) return run;
  return undefined;
}

/** Names on the error output what cannot be read. */
function runsIn(target: Target, { stderr }: CommandContext): ScanRunStore {
  return new ScanRunStore(documents(target), target.tables.scanRuns, ({ projectId, runId }) => {
    writeNow(stderr, `Project ${projectId}: run ${runId} cannot be read, and is left out.\n`);
  });
}

async function factsOfRun(run: ScanRun, target: Target): Promise<Fact[]> {
  const goesOn = run.status === "running";
  return [
    ["run", `${run.runId} (${run.trigger})`],
    ["started", run.startedAt],
    ["ended", run.endedAt],
    ["progress", goesOn ? progressText(await progressNow(run, target)) : undefined],
    ["trouble", goesOn && run.trouble !== undefined ? troubleText(run.trouble) : undefined],
    ["wallets", goesOn ? undefined : countsText(run)],
    ["coverage", coverageText(run)],
    ["problem", problemText(run, target) || undefined],
  ];
}

const MAX_TROUBLE = 1_000;

function progressNow(run: ScanRun, target: Target): Promise<RunProgress> {
  return progressOf(run, { wallets: new RunWallets(documents(target), target.tables.wallets) });
}

const POLL_MS = 500;

/** Progress counts the wallets that wait, up to 20,000 of each run, so it is read less often than the runs. */
const PROGRESS_MS = 5_000;

/** A started run is written before it is answered, but a table may still be catching up. */
const START_TIMEOUT_MS = 10_000;

/**
 * Waits until each run has ended.
 * @returns them as they ended
 * @throws {CommandError} where one is not found
 */
async function waitForRuns(
  context: CommandContext,
  target: Target,
  runs: readonly StartedRun[],
): Promise<ScanRun[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns);
  const startDeadline = Date.now() + START_TIMEOUT_MS;
  const troubles = new Troubles(context);
  let nextProgressAt = 0;
  try {
    for (;;) {
      const read = await Promise.all(runs.map(({ projectId, runId }) => store.get(projectId, runId)));
      const storedRuns = read.filter((run) => run !== undefined);
      if (storedRuns.length === runs.length && storedRuns.every(({ status }) => status !== "running"))
        return storedRuns;
      if (storedRuns.length < runs.length && Date.now() > startDeadline)
        throw new CommandError(
          `The scan that was started is not found in ${target.name}: its start was interrupted; try again.`,
        );
      for (const run of storedRuns) await troubles.tell(run);
      if (context.stderr.isTTY === true && Date.now() >= nextProgressAt) {
        await printProgress(context.stderr, progressText(await progressOfAll(storedRuns, target)));
        nextProgressAt = Date.now() + PROGRESS_MS;
      }
      await sleep(POLL_MS);
    }
  } finally {
    await printProgress(context.stderr);
  }
}

/** Says of each new trouble of a run how long its wallets wait. */
class Troubles {
  readonly #context: CommandContext;
  readonly #reported = new Map<number, string>();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  async tell({ projectId, status, trouble }: ScanRun): Promise<void> {
    if (status !== "running" || trouble === undefined || this.#reported.get(projectId) === trouble) return;
    this.#reported.set(projectId, trouble);
    // It stands on a line of its own, below the progress of a terminal.
    await printProgress(this.#context.stderr);
    await this.#context.note(`A request could not be done: ${troubleText(trouble)}`);
  }
}

function troubleText(trouble: string): string {
  return `${cleanText(trouble, MAX_TROUBLE)} Its wallets wait for up to ${COMES_AGAIN_MINUTES} minutes, and are asked for again then; the scan does not end before.`;
}

async function progressOfAll(runs: readonly ScanRun[], target: Target): Promise<RunProgress> {
  const each = await Promise.all(runs.map((run) => progressNow(run, target)));
  const sum = (of: (progress: RunProgress) => number) =>
    each.reduce((total, progress) => total + of(progress), 0);
  return {
    queued: sum(({ queued }) => queued),
    waiting: sum(({ waiting }) => waiting),
    isCut: each.some(({ isCut }) => isCut),
  };
}

/** `12 known: 7 scanned, 1 skipped, 1 failed, 1 missing, 2 not reached`. */
function countsText(run: ScanRun): string {
  const totals = totalsOf(run);
  const { known, completed, skipped, failed, missing } = totals;
  const counts = `${known} known: ${completed} scanned, ${skipped} skipped, ${failed} failed, ${missing} missing`;
  const unreached = notReached(totals);
  return unreached === 0 ? counts : `${counts}, ${unreached} not reached`;
}

/** Why a run did not do its work, and what to do about it; empty where it did, or has not ended. */
function problemText(run: ScanRun, target: Target): string {
  return problemIn(run, { stage: stageOf(target), t: textTranslator("en") });
}

function statusStyle({ status }: ScanRun): Style | undefined {
  if (status === "completed") return "green";
  return status === "running" ? "yellow" : "red";
}
