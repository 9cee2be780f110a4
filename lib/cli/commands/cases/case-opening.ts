/** `vigia cases open`: opens cases for alerts from before there was a desk, as the alerting functions open them. */

import pMap from "p-map";
import * as z from "zod/mini";
import { CaseStore } from "../../../cases/cases.ts";
import { newCase, walletCase } from "../../../cases/new-case.ts";
import { isLate, TouchedDays } from "../../../daily-counts/touched-days.ts";
import { noteCourse, noteGraver } from "../../../intake/open-cases.ts";
import { notedOf } from "../../../notifications/change.ts";
import { FIRST_VERSION, type NotificationKey } from "../../../notifications/notification-keys.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import { NotificationStore } from "../../../notifications/notifications.ts";
import { notificationIn } from "../../../notifications/raw-body.ts";
import { crossings, WATCH_FROM } from "../../../risk/score.ts";
import { type DeadlineRule, deadlineRule } from "../../../settings/deadline-rule.ts";
import { readSettings } from "../../../settings/settings.ts";
import { countOf } from "../../../text/cut.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { walletsOf } from "../../../wallets/wallet-lists.ts";
import { WalletScanStore } from "../../../wallets/wallet-scans.ts";
import type { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { Call } from "../../core/command.ts";
import * as option from "../../core/options.ts";
import { recordedProjects, type Target } from "../../core/target.ts";
import { showProgress } from "../../output/progress.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { casesTableOf } from "./stored-cases.ts";

/** Marks every day since a time, so that the desk counts those of before it was there. */
const DAY_MS = 86_400_000;
const MARKED_CONCURRENTLY = 20;

interface DaysSince {
  projectIds: readonly number[];
  /** ISO 8601, UTC. */
  since: string;
  now: Date;
}

/** Marks them; those of the last days are counted each night anyway. */
async function markDaysSince(
  days: Pick<TouchedDays, "mark">,
  { projectIds, since, now }: DaysSince,
): Promise<void> {
  const late: string[] = [];
  for (let time = Date.parse(since); isLate(new Date(time).toISOString(), now); time += DAY_MS)
    late.push(new Date(time).toISOString());
  for (const projectId of projectIds)
    await pMap(late, (receivedAt) => days.mark(projectId, receivedAt, now), {
      concurrency: MARKED_CONCURRENTLY,
    });
}

/** Settings that determine a case. */
interface CaseSettings {
  retentionYears: number;
  /** The score above which a wallet is alerted. */
  line: number;
  rules: readonly DeadlineRule[];
}

const stated = z.object({
  retentionYears: z.optional(z.number()),
  "scan.alertFrom": z.optional(z.number()),
  "desk.deadlines": z._default(z.array(deadlineRule), []),
});

/** A stack states only what is not at its default. */
function settingsOf({ deployment }: Target): CaseSettings {
  const found = stated.parse(deployment?.settings ?? {});
  const { retentionYears, scan } = readSettings({});
  return {
    retentionYears: found.retentionYears ?? retentionYears,
    line: found["scan.alertFrom"] ?? scan.alertFrom,
    rules: found["desk.deadlines"],
  };
}

interface Opening {
  target: Target;
  cases: CaseStore;
  wallets: WalletStore;
  scans: WalletScanStore;
  settings: CaseSettings;
  projectIds: readonly number[];
  /** ISO 8601. */
  since: string;
  now: Date;
}

/** Opens them; said again, it opens none twice and leaves those that were decided. */
export async function openCases({ context, options, target }: Call): Promise<undefined> {
  const { since, project } = options({ since: option.time(context.now()), project: option.project });
  const found = await target();
  const database = documents(found);
  const { store: wallets, tellCorrupt } = walletTable(found);
  const settings = settingsOf(found);
  const opening: Opening = {
    target: found,
    cases: new CaseStore(database, casesTableOf(found), settings.retentionYears),
    wallets,
    scans: new WalletScanStore(database, found.tables.walletScans),
    settings,
    projectIds: recordedProjects(found, project),
    since,
    now: new Date(context.now()),
  };
  const work = { label: "Opening", ifStopped: "Stopped. Run the command again to continue with the rest." };
  const progress = showProgress(context, work, Math.max(1, context.now() - Date.parse(since)));
  const count = { opened: 0, known: 0 };
  try {
    for await (const { at, isNew } of openAll(opening)) {
      count[isNew ? "opened" : "known"]++;
      progress.update(context.now() - Date.parse(at), `${count.opened} opened`);
    }
    await markDaysSince(new TouchedDays(database, casesTableOf(found)), opening);
  } finally {
    progress.stop();
  }
  await tellCorrupt(context);
  const opened = countOf(count.opened, "case", "cases");
  const known = count.known === 0 ? "" : ` ${countOf(count.known, "was", "were")} there before.`;
  await context.print(`${opened} opened in ${found.name}.${known}`);
}

/** A subject, when it came, and whether its case is new. */
interface Opened {
  at: string;
  isNew: boolean;
}

async function* openAll(opening: Opening): AsyncGenerator<Opened> {
  yield* openOfNotifications(opening);
  for (const projectId of opening.projectIds) {
    for await (const wallet of walletsAbove(opening, projectId)) yield* openOfWallet(opening, wallet);
  }
}

async function* openOfNotifications(opening: Opening): AsyncGenerator<Opened> {
  const { target, cases, settings, projectIds, since } = opening;
  const notifications = notificationsOf(target);
  const [graver, turned]: [NotificationKey[], NotificationKey[]] = [[], []];
  for await (const one of notifications.list({ projectIds, risk: "illegal", since })) {
    const isAlerted = one.alert.state !== "none" && one.alert.returned === undefined;
    if (!isAlerted && one.version === FIRST_VERSION) continue;
    const stored = await notifications.get(one);
    if (stored === undefined) continue;
    const { key, version, content, raw } = stored;
    const first =
      version === FIRST_VERSION ? stored : await notifications.get({ key, version: FIRST_VERSION });
    const notification = version === FIRST_VERSION ? undefined : notificationIn(raw);
    if (first !== undefined && notification !== undefined) {
      const noted = notedOf(first, content, notification);
      if (noted.graver !== undefined) graver.push({ key, version });
      if (!noted.hasCase) continue;
    }
    // Of a change that said nothing new officers heard nothing.
    if (!isAlerted) continue;
    if (first?.courses !== undefined) turned.push({ key, version });
    yield await openOne(opening, stored);
  }
  // Behind all cases that they may be steps of, the one that was received first before the others.
  for (const key of graver.reverse()) {
    const stored = await notifications.get(key);
    if (stored === undefined) continue;
    if (!(await isInOtherCase(opening, stored))) yield await openOne(opening, stored);
  }
  const store = new NotificationStore(documents(target), target.tables.notifications);
  for (const key of turned) {
    const stored = await store.get(key);
    if (stored !== undefined)
      await noteCourse(stored, notificationIn(stored.raw), { cases, notifications: store }, settings.rules);
  }
}

async function openOne(
  { cases, settings: { rules }, now }: Opening,
  stored: StoredNotification,
): Promise<Opened> {
  const kind = stored.version === FIRST_VERSION ? "notification" : "change";
  return { at: stored.receivedAt, isNew: await cases.open(newCase(stored, kind, rules), now) };
}

/** Makes a content that is graver than others of its transaction a step of their cases. @returns whether one has it */
async function isInOtherCase(
  { target, cases, settings: { rules } }: Opening,
  stored: StoredNotification,
): Promise<boolean> {
  const { key, content, raw, receivedAt } = stored;
  const notification = notificationIn(raw);
  const notifications = notificationsOf(target);
  const first = await notifications.get({ key, version: FIRST_VERSION });
  if (notification === undefined || first === undefined) return false;
  const { graver } = notedOf(first, content, notification);
  if (graver === undefined) return false;
  const before: NotificationKey[] = [];
  for (const one of graver.cases)
    if (((await notifications.get(one))?.receivedAt ?? receivedAt) < receivedAt) before.push(one);
  const said = { graver: { ...graver, cases: before }, stored, notification };
  return (await noteGraver(said, cases, rules)) !== "not noted";
}

/** Wallets that are read at a time. */
const PAGE = 100;

/** A project's wallets whose last score is above the alert score. */
async function* walletsAbove(
  { wallets, settings: { line } }: Opening,
  projectId: number,
): AsyncGenerator<Wallet> {
  // The index by score begins with the first band line.
  const found =
    line < WATCH_FROM
      ? wallets.ofProject(projectId)
      : walletsOf(wallets, projectId, { kind: "score", above: line }, PAGE);
  for await (const wallet of found) {
    // One that was scanned since it stood in the index may have fallen.
    if (wallet?.score !== undefined && wallet.score > line) yield wallet;
  }
}

/** The case of a wallet's last crossing since then. */
async function* openOfWallet(
  { cases, scans, settings: { retentionYears, line }, since, now }: Opening,
  wallet: Wallet,
): AsyncGenerator<Opened> {
  for await (const scan of scans.history(wallet)) {
    if (scan.scannedAt < since) return;
    if (scan.alert === undefined) continue;
    const { score, previousScore, scannedAt, runId } = scan;
    // The history does not say whether suspicious activity was new.
    const byScore = crossings({ score: previousScore }, { score }, line);
    const how = { retentionYears, crossings: byScore.length === 0 ? undefined : byScore };
    const crossed = walletCase({ ...wallet, score, previousScore }, runId, now, how);
    yield { at: scannedAt, isNew: await cases.openForWallet(crossed, now) };
    return;
  }
}
