/** `vigia alerts`: what people were told, or still have to be: notifications and wallets with an alert. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { mergeSorted } from "../store/merge.ts";
import type { ListedNotification } from "../store/notification-schema.ts";
import type { Wallet } from "../store/wallet.ts";
import { WalletStore } from "../store/wallets.ts";
import { amountColumns } from "./amount-columns.ts";
import { documents } from "./aws.ts";
import { addCommand, addGroup, type Call } from "./command.ts";
import { exactNumber, riskStyle, riskText, shortRiskText } from "./notification-view.ts";
import { formatOption, limitOption, projectOption, readOptions, timeOption } from "./options.ts";
import { printLine } from "./print.ts";
import { recordedProjects, unservedNote } from "./project.ts";
import { printRows, take, type View } from "./rows.ts";
import { notificationsOf } from "./stored-notifications.ts";
import type { Target } from "./target.ts";
import { timeColumn } from "./time-column.ts";
import { scoreStyle, scoreText } from "./wallet-view.ts";
import type { World } from "./world.ts";

/** Adds the group. */
export function addAlerts(program: Command, world: World): void {
  const group = addGroup(program, "alerts", "what people were told, or still have to be");
  addCommand(group, world, "list", {
    summary: "list the notifications and wallets that were alerted, the last first",
    examples: ["vigia alerts list --since 7d", "vigia alerts list --state pending --format jsonl"],
    action: listAlerts,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--state <state>", "only pending or sent")
    .option("--since <time>", "received or scanned at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--rehearsals", "rehearsals too, which are left out otherwise")
    .option("--limit <count>", "how many at most", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
}

/** An alert: about a notification, or about a wallet whose last scan crossed the line. */
type Alert =
  | { about: "notification"; at: string; one: ListedNotification }
  | { about: "wallet"; at: string; one: Wallet };

async function listAlerts({ world, options, target }: Call): Promise<undefined> {
  const schema = z.object({
    project: z.optional(projectOption),
    state: z.optional(z.enum(["pending", "sent"])),
    since: z.optional(timeOption(world.now())),
    rehearsals: z._default(z.boolean(), false),
    limit: limitOption,
    format: formatOption,
  });
  const { project, state, since, rehearsals, limit, format } = readOptions(schema, options);
  const found = await target();
  const chosen = {
    projectIds: recordedProjects(found, project),
    since: since === undefined ? undefined : new Date(since).toISOString(),
    state,
    rehearsals,
  };
  const alerts = mergeSorted(
    [ofNotifications(found, chosen), ofWallets(found, chosen)],
    (a, b) => a.at > b.at,
  );
  const count = await printRows(world.stdout, format, alertView, take(alerts, limit));
  if (format !== "table") return;
  if (count === 0)
    await printLine(
      world.stderr,
      `No alert that fits is known to ${found.name}.${unservedNote(found, project)}`,
    );
  if (count === limit) await printLine(world.stderr, `These are the last ${limit}; --limit shows more.`);
}

interface Chosen {
  projectIds: readonly number[];
  since: string | undefined;
  state: "pending" | "sent" | undefined;
  rehearsals: boolean;
}

async function* ofNotifications(target: Target, { state, ...filter }: Chosen): AsyncGenerator<Alert> {
  for await (const one of notificationsOf(target).list({ ...filter, alert: state })) {
    if (one.alert.state !== "none") yield { about: "notification", at: one.receivedAt, one };
  }
}

/** No index knows which wallets are alerted; those that are, are few, and are sorted here. */
async function* ofWallets(target: Target, { projectIds, since, state }: Chosen): AsyncGenerator<Alert> {
  const store = new WalletStore(documents(target), target.tables.wallets);
  const alerts: Alert[] = [];
  for (const projectId of projectIds) {
    for await (const one of store.ofProject(projectId)) {
      const at = one.scannedAt ?? one.firstSeenAt;
      if (one.alert === undefined || (state !== undefined && one.alert !== state)) continue;
      if (since === undefined || at >= since) alerts.push({ about: "wallet", at, one });
    }
  }
  yield* alerts.sort((a, b) => (a.at > b.at ? -1 : 1));
}

function stateOf(alert: Alert): string {
  return alert.about === "wallet" ? (alert.one.alert ?? "none") : alert.one.alert.state;
}

const alertView: View<Alert> = {
  columns: [
    timeColumn("at", ({ at }) => at),
    {
      header: "why",
      value: whyOf,
      short: { value: shortWhyOf },
      style: (alert) =>
        alert.about === "wallet" ? (scoreStyle(alert.one.score) ?? "yellow") : riskStyle(alert.one),
      keep: true,
    },
    { header: "user", value: userOf, cut: "middle" },
    {
      header: "about",
      value: (alert) =>
        alert.about === "wallet" ? `${alert.one.address} on chain ${alert.one.chainId}` : alert.one.key,
      short: { value: (alert) => (alert.about === "wallet" ? alert.one.address : alert.one.key) },
      whole: 20,
    },
    ...amountColumns((alert: Alert) => (alert.about === "wallet" ? undefined : alert.one)),
    {
      header: "alert",
      value: stateOf,
      // Where there is no room, the reason says of an alert that it is pending.
      short: { value: () => "" },
    },
  ],
  json: (alert) =>
    alert.about === "wallet"
      ? {
          ...commonOf(alert),
          chainId: alert.one.chainId,
          address: alert.one.address,
          score: alert.one.score ?? null,
          previousScore: alert.one.previousScore ?? null,
          suspicious: alert.one.suspicious ?? null,
        }
      : {
          ...commonOf(alert),
          id: exactNumber(alert.one.id),
          kind: alert.one.kind,
          risk: alert.one.risk,
          sentAt: alert.one.alert.state === "sent" ? (alert.one.alert.at ?? null) : null,
          key: alert.one.key,
        },
  csvHeader: ["at", "about", "state", "projectId", "why", "key", "userId"],
  csvCells: (alert) => [
    alert.at,
    alert.about,
    stateOf(alert),
    alert.one.projectId,
    whyOf(alert),
    alert.about === "wallet" ? `${alert.one.chainId} ${alert.one.address}` : alert.one.key,
    userOf(alert),
  ],
};

function whyOf(alert: Alert): string {
  return alert.about === "wallet" ? `score ${scoreText(alert.one.score)}` : riskText(alert.one);
}

/** So short that an address has room on the same line. */
function shortWhyOf(alert: Alert): string {
  if (alert.about === "notification") return shortRiskText(alert.one);
  const { score, alert: state } = alert.one;
  return `${score === undefined ? "no score" : `${score}/100`}${state === "pending" ? ", pending" : ""}`;
}

function userOf(alert: Alert): string {
  return (alert.about === "wallet" ? alert.one.userId : alert.one.address?.userId) ?? "";
}

function commonOf(alert: Alert) {
  return {
    at: alert.at,
    about: alert.about,
    state: stateOf(alert),
    projectId: alert.one.projectId,
    userId: userOf(alert) || null,
  };
}
