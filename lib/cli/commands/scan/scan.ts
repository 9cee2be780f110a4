/** `vigia scan`: starts and ends a run of every known wallet, and shows the last one. */

import { setTimeout as sleep } from "node:timers/promises";
import { SCANS_LINK } from "../../../alerts/messages/desk-links.ts";
import { englishReader, problemIn, stuckIn } from "../../../alerts/messages/run-problem.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { LOCAL_STAGE } from "../../../i18n/text/own-command.ts";
import { textTranslator } from "../../../i18n/translator.ts";
import type { StuckCause } from "../../../screening/scans/runs/run-cause.ts";
import type { ScanRun } from "../../../screening/scans/runs/scan-run.ts";
import { ScanRunStore } from "../../../screening/scans/runs/scan-runs.ts";
import { coverageText, totals } from "../../../screening/scans/runs/totals.ts";
import { stuckOf } from "../../../screening/scans/stuck.ts";
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
import { chosenProjects, deskFact, type Target } from "../../core/target.ts";
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
    summary: "stop the running scan, for example one that is stuck",
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
  { context, target }: Call,
  { project, wait = false }: OfProject & { wait?: boolean | undefined },
): Promise<number | undefined> {
  const found = await target();
  const runs = await startRuns(found, chosenProjects(found, project));
  for (const run of runs) await context.print(startText(run, found));
  if (runs.some(({ outcome }) => outcome === "stuck")) return EXIT.failed;
  if (!wait) {
    await context.print(`See its progress with "vigia scan status${found.flag}".`);
    return;
  }
  const ended = await waitForRuns(context, found, runs);
  for (const run of ended)
    await context.print(
      `Project ${run.projectId}: ${run.status}. ${countsText(run)}.\n${problemText(run, found)}`.trimEnd(),
    );
  return ended.every(({ status }) => status === "completed") ? EXIT.done : EXIT.failed;
}

function startText(run: StartedRun, target: Target): string {
  const { projectId, runId, outcome, cause } = run;
  if (cause !== undefined) return stuckText(run, cause, target);
  const what = outcome === "started" ? "started" : "is still running, so no other was started";
  return `Project ${projectId}: run ${runId} ${what}.`;
}

async function stopScan({ context, target }: Call, { project }: OfProject): Promise<undefined> {
  const found = await target();
  for (const { projectId, runId, outcome } of await stopRuns(found, chosenProjects(found, project))) {
    const none =
      runId === undefined ? "no scan is running" : `no scan is running; the last, ${runId}, has ended`;
    const text = outcome === "stopped" ? `run ${runId} was stopped` : none;
    await context.print(`Project ${projectId}: ${text}.`);
  }
}

async function showStatus({ context, target }: Call, { project }: OfProject): Promise<undefined> {
  const found = await target();
  const store = runsIn(found, context);
  for (const projectId of chosenProjects(found, project)) {
    const last = await lastRun(store, projectId);
    if (last === undefined) {
      await context.print(`Project ${projectId}: no run yet; start one with "vigia scan run${found.flag}".`);
      continue;
    }
    const stuck = stuckOf(last, context.now());
    const title = `Project ${projectId}: ${stuck === undefined ? last.status : "stuck"}`;
    await context.print(paint(context.stdout, statusStyle(last), title));
    await context.print(factTable([...factsOfRun(last, found), deskFact(found, SCANS_LINK)], context.stdout));
    if (stuck !== undefined) await context.print(stuckText(last, stuck.cause, found));
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

function factsOfRun(run: ScanRun, target: Target): Fact[] {
  const ended = run.shards.filter(({ state }) => state === "ended").length;
  return [
    ["run", `${run.runId} (${run.trigger})`],
    ["started", run.startedAt],
    ["ended", run.endedAt],
    ["shards", `${ended} of ${run.shards.length} ended`],
    ["wallets", countsText(run)],
    ["coverage", coverageText(run)],
    ["problem", problemText(run, target) || undefined],
  ];
}

const POLL_MS = 500;

/** A started run is written before it is answered, but a table may still be catching up. */
const START_TIMEOUT_MS = 10_000;

/**
 * Waits until each run has ended.
 * @returns them as they ended
 * @throws {CommandError} where one is stuck, or is not found
 */
async function waitForRuns(
  context: CommandContext,
  target: Target,
  runs: readonly StartedRun[],
): Promise<ScanRun[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns);
  const startDeadline = Date.now() + START_TIMEOUT_MS;
  try {
    for (;;) {
      const read = await Promise.all(runs.map(({ projectId, runId }) => store.get(projectId, runId)));
      const found = read.filter((run) => run !== undefined);
      await printProgress(context.stderr, progressText(found));
      if (found.length === runs.length && found.every(({ status }) => status !== "running")) return found;
      for (const run of found) {
        const stuck = stuckOf(run, context.now());
        if (stuck !== undefined) throw new CommandError(stuckText(run, stuck.cause, target));
      }
      if (found.length < runs.length && Date.now() > startDeadline)
        throw new CommandError(
          `The scan that was started is not found in ${target.name}: its start was interrupted; try again.`,
        );
      await sleep(POLL_MS);
    }
  } finally {
    await printProgress(context.stderr);
  }
}

function progressText(runs: readonly ScanRun[]): string {
  const shards = runs.flatMap((run) => run.shards);
  const ended = shards.filter(({ state }) => state === "ended").length;
  const scanned = runs.reduce((sum, run) => sum + totals(run).completed, 0);
  return `${ended} of ${shards.length} shards ended, ${countOf(scanned, "wallet")} scanned`;
}

/** `12 known: 9 scanned, 1 recent, 0 skipped, 1 failed, 1 missing`. */
function countsText(run: ScanRun): string {
  const { known, completed, recent, skipped, failed, missing } = totals(run);
  return `${known} known: ${completed} scanned, ${recent} recent, ${skipped} skipped, ${failed} failed, ${missing} missing`;
}

/** Why nothing goes on with a run, and what to do about it. */
function stuckText(
  { projectId, runId }: Pick<ScanRun, "projectId" | "runId">,
  cause: StuckCause,
  target: Target,
): string {
  const { flag } = target;
  const project = `--project ${projectId}${flag}`;
  return `Project ${projectId}: run ${runId} is stuck. ${stuckIn(cause, readerAt(target))} Look for its messages with "vigia dlq list${flag}", or stop it with "vigia scan stop ${project}" and start again with "vigia scan run ${project}".`;
}

/** Why a run did not do its work, and what to do about it; empty where it did, or has not ended. */
function problemText(run: ScanRun, target: Target): string {
  return problemIn(run, readerAt(target));
}

function readerAt({ stage = LOCAL_STAGE }: Target) {
  return englishReader(stage, textTranslator("en"));
}

function statusStyle({ status }: ScanRun): Style | undefined {
  if (status === "completed") return "green";
  return status === "running" ? "yellow" : "red";
}
