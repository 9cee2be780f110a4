/** `npm run load`: sends signed notifications to a stack at a pace, reads every one of them back, and prints the figures. */

import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { authenticator, rehearsalAuthenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import { StackNotFoundError } from "../../../lib/cli/core/failure.ts";
import { findTarget, type Target } from "../../../lib/cli/core/target.ts";
import { alertedSince } from "./alerted.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { shown, shownMs } from "./figures.ts";
import { killConsumer, type OwnStack, startOwnStack } from "./own-stack.ts";
import { firstId, type Plan } from "./plan.ts";
import { type Found, readBack } from "./read-back.ts";
import { Sender, type Sent } from "./sender.ts";

const KILLS = 3;

/** Longer than a batch of a killed consumer stays hidden: its visibility timeout and the window. */
const PATIENCE_MS = 8 * 60_000;

const MINUTE_MS = 60_000;

const options = readCommandLine();
const own = await ownStack(options);
try {
  process.exitCode = (await run(options)) ? 0 : 1;
} finally {
  await own?.close();
}

/** A stack of our own where one has to be killed, and where none runs. */
async function ownStack({ faults, stage }: CommandLine): Promise<OwnStack | undefined> {
  if (stage !== undefined) return undefined;
  const none = await find(undefined, ROOT).then(
    () => false,
    (error: unknown) => {
      if (error instanceof StackNotFoundError) return true;
      throw error;
    },
  );
  return faults || none ? startOwnStack() : undefined;
}

function find(stage: string | undefined, root: string): Promise<Target> {
  const refuse = () => Promise.reject(new Error("A load test asks nobody."));
  const { stdin, stdout, stderr } = process;
  return findTarget(
    {
      root,
      cwd: root,
      stdin,
      stdout,
      stderr,
      now: Date.now,
      askSecret: refuse,
      ask: refuse,
      confirm: refuse,
    },
    stage,
  );
}

async function run(line: CommandLine): Promise<boolean> {
  const root = own?.root ?? ROOT;
  const target = await find(line.stage, root);
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
  const sender = new Sender(target.adapter, authenticate, plan);
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
    onProgress: () => {},
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
async function killing({ stack }: OwnStack, sent: Sent, { count }: Plan): Promise<number> {
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    while (sent.accepted < (count * kill) / (KILLS + 1)) await sleep(20);
    const cut = await killConsumer(stack);
    killed += cut === 0 ? 0 : 1;
    say(
      `the consumer was killed in the middle of ${cut === 1 ? "a batch" : `${cut} batches`} after ${shown(sent.accepted)}`,
    );
  }
  return killed;
}

function progressLine({ begun, accepted, refusals, ack }: Sent): string {
  const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  return `begun ${shown(begun)}, accepted ${shown(accepted)}, refused and sent again ${shown(refused)}; ack ${ack}; memory ${memory} MiB`;
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
  say(`ack           ${ack}`);
  say(`to the alert  ${found.toAlert}`);
}

/** Number of them, and the first ones. */
function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "0" : `${shown(keys.length)}: ${keys.slice(0, 10).join(", ")}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
