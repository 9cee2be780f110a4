/** All contents that came under one id, in the order in which they were received: what each says, and its alert. */

import { transactionDifferences } from "../../../notifications/change.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import type { NotificationVersions } from "../../../notifications/notification-queries.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import { notificationIn } from "../../../notifications/raw-body.ts";
import type { Output } from "../../core/command-context.ts";
import type { Target } from "../../core/target.ts";
import { printLine } from "../../output/print.ts";
import { factTable } from "../../output/table.ts";
import { riskText } from "./notification-view.ts";
import { notificationsOf } from "./stored-notifications.ts";

/** Prints them where there are several, however many; the one that is shown in full is marked. */
export async function printContents(
  stdout: Output,
  target: Target,
  { notification: shown, versions }: NotificationVersions,
): Promise<void> {
  if (versions.length === 0) return;
  const first = firstOf({ notification: shown, versions });
  const contents: { receivedAt: string; name: string; facts: [string, string | undefined][] }[] = [];
  // None of them is kept with its bytes.
  for await (const one of notificationsOf(target).contents(shown.key)) {
    const isFirst = one.version === first?.version;
    const facts: [string, string | undefined][] = [
      ["", `${riskText(one)}, received ${one.receivedAt}`],
      ["", first === undefined || isFirst ? undefined : differenceText(first, one)],
      ["", `alert ${alertText(one, first, target)}`],
    ];
    const mark = one.version === shown.version ? " (shown above)" : "";
    contents.push({ receivedAt: one.receivedAt, name: `${nameOf(one)}${mark}`, facts });
  }
  contents.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
  await printLine(
    stdout,
    `\nAll ${contents.length} contents that came under this id, in the order in which they were received`,
  );
  const rows = contents.flatMap(({ name, facts }, at) => [[String(at + 1), name] as const, ...facts]);
  await printLine(stdout, factTable(rows, stdout));
}

/** What a content changes of the first; undefined where this version cannot read one of them. */
function differenceText(first: StoredNotification, other: StoredNotification): string | undefined {
  const [before, now] = [notificationIn(first.raw), notificationIn(other.raw)];
  if (before === undefined || now === undefined) return undefined;
  const facts = transactionDifferences(before, now);
  return facts.length === 0
    ? "the same transaction, said otherwise"
    : `another transaction: other ${facts.join(", ")}`;
}

/** The first content of an id among those that were found; undefined where it has expired. */
export function firstOf({ notification, versions }: Pick<NotificationVersions, "notification" | "versions">) {
  return [notification, ...versions].find(({ changeOf }) => changeOf === undefined);
}

/**
 * What is known of the alerts of a content: whether one was due or sent, and the commands that show them.
 * @param first the first content of its id, which has those of its returns
 */
export function alertText(
  { alert, version }: StoredNotification,
  first: StoredNotification | undefined,
  { flag }: Target,
): string {
  const show = (id: string) => `"vigia alerts show ${id}${flag}"`;
  const courses = Object.values(first?.courses ?? {});
  const told = courses
    .flatMap(({ returnAlerts = [] }) => returnAlerts)
    .filter((one) => one.version === version)
    .map(({ id }) => show(id));
  const isOwed = courses.some(({ returned }) => returned?.owes === true && returned.version === version);
  const returns = [...told, ...(isOwed ? ["pending"] : [])].map((text) => `; of its return: ${text}`);
  return `${ownAlertText(alert, show)}${returns.join("")}`;
}

function ownAlertText({ state, at, id }: StoredNotification["alert"], show: (id: string) => string): string {
  if (state === "none") return "none was due";
  if (state === "pending") return at === undefined ? "pending" : `pending since ${at}`;
  return `sent${at === undefined ? "" : ` at ${at}`}${id === undefined ? "" : `: ${show(id)}`}`;
}
