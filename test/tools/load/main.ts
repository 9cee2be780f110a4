/** `npm run load`: sends signed notifications to a stack at a pace, reads every one of them back, and prints the figures. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Histogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { type LocalStack, startLocal } from "../../../infra/local/local-stack.ts";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { authenticator, rehearsalAuthenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import { StackNotFoundError } from "../../../lib/cli/core/failure.ts";
import { findTarget, type Target } from "../../../lib/cli/core/target.ts";
import { type LocalEndpoints, localAlert } from "../../../lib/settings/local-endpoints.ts";
import { bodyOf, firstId, type Plan } from "./plan.ts";
import { type Found, readBack } from "./read-back.ts";
import { Sender, type Sent } from "./sender.ts";

const KILLS = 3;

/** More would not make a stack faster, only the list of open requests longer. */
const CONCURRENCY = 64;

/** Longer than a batch of a killed consumer stays hidden: its visibility timeout and the window. */
const PATIENCE_MS = 8 * 60_000;

const MINUTE_MS = 60_000;

const MAX_COUNT = 1_000_000;

interface CommandLine {
  count: number;
  rate: number;
  illegal: number;
  faults: boolean;
  soak?: number;
  stage?: string;
}

const options = new Command("npm run load --")
  .description("Sends signed notifications to a stack, and reads every one of them back.")
  .option("--count <count>", "how many", upTo(MAX_COUNT), 10_000)
  .option("--rate <count>", "requests a second at most", upTo(10_000), 200)
  .option("--illegal <count>", "one in this many is illegal", upTo(MAX_COUNT), 10)
  .option("--soak <minutes>", "minutes at the rate, in place of a count", upTo(10_080))
  .option("--faults", "a local stack of this run's own, whose consumer is killed three times", false)
  .option(
    "--stage <stage>",
    "a deployed stage (default: the local stack that runs, or one of this run's own)",
  )
  .addHelpText(
    "after",
    "\nOn a deployed stage everything is proven to be a rehearsal, with its rehearsal secret: alerts begin with [TEST], lists leave it out.\nGive a rate below the throttle of the stage; what is refused with 429 is sent again.",
  )
  .parse()
  .opts<CommandLine>();

/** Folder under which commands find a stack of this run's own, as they find the local stack under the project's. */
const ownRoot = mkdtempSync(join(tmpdir(), "vigia-load-"));
const own = (await needsOwnStack(options)) ? await startOwnStack() : undefined;
try {
  process.exitCode = (await run(options)) ? 0 : 1;
} finally {
  await own?.close();
  rmSync(ownRoot, { recursive: true, force: true });
}

function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
  };
}

/** Reports whether a consumer has to be killed, or no stack runs. */
async function needsOwnStack({ faults, stage }: CommandLine): Promise<boolean> {
  if (stage !== undefined || faults) return stage === undefined;
  try {
    await findTarget({ root: ROOT }, undefined);
    return false;
  } catch (error) {
    if (error instanceof StackNotFoundError) return true;
    throw error;
  }
}

/** Starts one on free ports. Its time runs as deployed: windows, visibility and time limits are the template's. */
function startOwnStack(): Promise<LocalStack> {
  return startLocal({ folder: join(ownRoot, ".local"), port: 0, schedules: false, warm: true });
}

async function run(line: CommandLine): Promise<boolean> {
  const root = own === undefined ? ROOT : ownRoot;
  const target = await findTarget({ root }, line.stage);
  const plan = planOf(line, target);
  say(
    `${shown(plan.count)} notifications to ${own === undefined ? target.name : "a local stack of this run's own"}, ${plan.perSecond} a second at most, one in ${plan.illegalEvery} illegal`,
  );

  const began = new Date();
  const authenticate = await (plan.rehearsal ? rehearsalAuthenticator : authenticator)(
    target,
    plan.projectId,
    Date.now(),
  );
  const sender = new Sender({
    ...{ adapter: target.adapter, authenticate, concurrency: CONCURRENCY },
    ...{ count: plan.count, perSecond: plan.perSecond },
    bodyOf: (index) => bodyOf(index, plan),
  });
  const progress = setInterval(() => say(progressLine(sender.sent)), MINUTE_MS);
  const kills = own !== undefined && line.faults ? killing(own, sender.sent, plan) : Promise.resolve(0);
  await sender.run();
  const sentIn = Date.now() - began.getTime();
  const killed = await kills;
  clearInterval(progress);
  say(
    `sent in ${shownMs(sentIn)}, ${Math.round((1_000 * sender.sent.accepted) / sentIn)} a second; reading back`,
  );

  const found = await readBack({
    database: documents(target),
    table: target.tables.notifications,
    plan,
    resent: sender.sent.resent,
    patienceMs: PATIENCE_MS,
  });
  say(`all read back ${shownMs(Date.now() - began.getTime())} after the first was sent`);
  const alerted =
    target.local === undefined ? undefined : alertedSince(began.toISOString(), root, target.local);
  report(sender.sent, found, killed);
  if (alerted !== undefined)
    say(`messages      ${shown(alerted.messages)}, about ${shown(alerted.notifications)} notifications`);
  return (
    sender.sent.accepted === plan.count &&
    found.missing.length + found.doubled.length + found.unalerted.length === 0 &&
    (!line.faults || killed >= KILLS)
  );
}

function planOf({ count, rate, illegal, soak }: CommandLine, { projectIds, stage }: Target): Plan {
  return {
    projectId: projectIds[0] ?? 0,
    count: soak === undefined ? count : soak * 60 * rate,
    perSecond: rate,
    illegalEvery: illegal,
    firstId: firstId(),
    rehearsal: stage !== undefined,
  };
}

/** Kills the consumer when a quarter, a half and three quarters are sent. @returns how often it was killed */
async function killing({ functions }: LocalStack, sent: Sent, { count }: Plan): Promise<number> {
  const consumer = functions.get("StoreNotifications");
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    while (sent.accepted < (count * kill) / (KILLS + 1)) await sleep(20);
    while (consumer.busy === 0) await sleep(5);
    const cut = await consumer.kill("busy");
    killed += cut === 0 ? 0 : 1;
    say(
      `the consumer was killed in the middle of ${cut === 1 ? "a batch" : `${cut} batches`} after ${shown(sent.accepted)}`,
    );
  }
  return killed;
}

/** `p50 3 ms, p90 9 ms, p99 40 ms, longest 120 ms`. */
function timesOf(times: Histogram): string {
  if (times.count === 0) return "none";
  const shares = [50, 90, 99].map((share) => `p${share} ${shownMs(times.percentile(share))}`);
  return [...shares, `longest ${shownMs(times.max)}`].join(", ");
}

function shownMs(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}

function progressLine({ begun, accepted, refusals, ack }: Sent): string {
  const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  return `begun ${shown(begun)}, accepted ${shown(accepted)}, refused and sent again ${shown(refused)}; ack ${timesOf(ack)}; memory ${memory} MiB`;
}

function report({ accepted, refusals, ack }: Sent, found: Found, killed: number): void {
  const refused = [...refusals].map(([why, count]) => `${why}: ${shown(count)}`).join(", ");
  say(`accepted      ${shown(accepted)}`);
  say(`refused       ${refused === "" ? "none" : `${refused}, each sent again`}`);
  say(`stored        ${shown(found.stored)}`);
  say(`stored twice  ${listed(found.doubled)}`);
  say(`missing       ${listed(found.missing)}`);
  say(`illegal       ${shown(found.illegal)}, of which not alerted: ${listed(found.unalerted)}`);
  say(`killed        ${killed} times`);
  say(`ack           ${timesOf(ack)}`);
  say(`to the alert  ${timesOf(found.toAlert)}`);
}

/** Alerts since a time, in ISO 8601: one message can be about many notifications, and one alerted twice counts twice. */
function alertedSince(since: string, root: string, { alerts }: LocalEndpoints) {
  const file = resolve(root, alerts);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const about = lines
    .filter((line) => line !== "")
    .map((line) => localAlert.parse(JSON.parse(line)))
    .filter(({ at, attributes }) => at >= since && attributes["kind"] === "notification")
    .map(({ text }) => /^The service flagged ([\d,]+) transactions/.exec(text)?.[1] ?? "1")
    .map((count) => Number(count.replaceAll(",", "")));
  return { messages: about.length, notifications: about.reduce((sum, count) => sum + count, 0) };
}

/** Number of them, and the first ones. */
function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "0" : `${shown(keys.length)}: ${keys.slice(0, 10).join(", ")}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
