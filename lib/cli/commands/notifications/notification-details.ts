/** A notification in full, for a person: the transaction, its laws, what was done about it, what else came under its id. */

import { notificationLink } from "../../../alerts/desk-links.ts";
import { ChainStore, chainFacts } from "../../../chains/chains.ts";
import { saidIssues } from "../../../contract/issues.ts";
import type { Law } from "../../../contract/webhook.ts";
import { transactionDifferences } from "../../../notifications/change.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import type { NotificationVersions } from "../../../notifications/notification-queries.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import { notificationIn } from "../../../notifications/raw-body.ts";
import { lastRepeatAt } from "../../../notifications/repeats.ts";
import { worstFirst } from "../../../risk/laws.ts";
import { tokenUnits, usd } from "../../../text/amounts.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { deskFact, type Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";
import { factTable } from "../../output/table.ts";
import { riskStyle, riskText } from "./notification-view.ts";
import { notificationsOf } from "./stored-notifications.ts";

/** No name is longer, unless its id is not one that the service or API Gateway gave. */
const MAX_NAME = 500;

export async function printNotification(
  context: CommandContext,
  target: Target,
  contents: NotificationVersions,
): Promise<void> {
  const { notification } = contents;
  const title = `${cleanText(nameOf(notification), MAX_NAME)}  ${riskText(notification)}`;
  await context.print(paint(context.stdout, riskStyle(notification), title));
  await context.print();
  await context.print(factTable(await factsOfOne(target, contents), context.stdout));
  const laws = lawsOf(notification);
  if (laws.length > 0) {
    await context.print("\nLaws, worst first");
    await context.print(factTable(laws.map(lawFact), context.stdout));
  }
  const { issues = [] } = notification;
  if (issues.length > 0) {
    await context.print("\nWhy it could not be read");
    const facts = saidIssues(issues).map(
      ({ path, message }) => [path === "" ? "(body)" : path, message] as const,
    );
    await context.print(factTable(facts, context.stdout));
  }
  await printContents(context, target, contents);
  await printCourses(context, firstOf(contents));
}

/** Prints how the service turned each transaction of an id last: withdrawn, flagged again, by other laws. */
async function printCourses(context: CommandContext, first: StoredNotification | undefined): Promise<void> {
  const facts = Object.values(first?.courses ?? {}).flatMap(
    ({ withdrawn, returned, laws }): [string, string | undefined][] => {
      if (withdrawn === undefined && returned === undefined) return [];
      const turns = [
        withdrawn && { ...withdrawn, text: "withdrawn" },
        returned && { ...returned, text: "flagged again" },
        { ...laws, text: "laws last said" },
      ].filter((turn) => turn !== undefined);
      return turns
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ text, at, version }) => [
          text,
          `received ${at}, in ${first === undefined ? version : nameOf({ key: first.key, version })}`,
        ]);
    },
  );
  if (facts.length === 0) return;
  await context.print("\nWithdrawn and flagged again, the last time of each");
  await context.print(factTable(facts, context.stdout));
}

async function factsOfOne(
  target: Target,
  contents: NotificationVersions,
): Promise<[string, string | undefined][]> {
  const one = contents.notification;
  const { address, amount, token, chainId, txHash } = one;
  const chain =
    chainId === undefined
      ? undefined
      : await new ChainStore(documents(target), target.tables.chains).get(chainId);
  const links = chain === undefined ? undefined : chainFacts(chain);
  const onChain = chainId === undefined ? "" : ` on ${chain === undefined ? "chain" : chain.name} ${chainId}`;
  return [
    ["user", address?.userId],
    ["amount", amount && token && `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`],
    ["smallest units", amount?.value],
    ["USD", amount?.usd === undefined ? undefined : usd(amount.usd)],
    ["token", token && tokenText(token)],
    ["wallet", address && `${address.address}${onChain}`],
    ["", address && links?.addressUrl(address.address)],
    ["wallet's note", address?.description],
    ["transaction", txHash],
    ["", txHash === undefined ? undefined : links?.transactionUrl(txHash)],
    ["happened", one.timestamp],
    ["received", one.receivedAt],
    ["sent again", one.repeats === 0 ? undefined : repeatText(one)],
    ["alert", alertText(one, firstOf(contents), target)],
    deskFact(target, notificationLink(nameOf(one))),
    ["message", one.message],
  ];
}

function tokenText({ name, symbol, decimals, address }: NonNullable<StoredNotification["token"]>): string {
  return `${name} (${symbol}), ${decimals} decimals, ${address ? `contract ${address}` : "native to the chain"}`;
}

function repeatText(one: StoredNotification): string {
  const { repeats, repeatsAtLeast } = one;
  const last = lastRepeatAt(one);
  const times = `${repeatsAtLeast === true ? "at least " : ""}${repeats === 1 ? "once" : `${repeats.toLocaleString("en-US")} times`}`;
  return `${times}${last === undefined ? "" : `, last at ${last}`}`;
}

type ShownLaw = Pick<Law, "name" | "risk" | "country" | "countryCode" | "description" | "source">;

/** Laws with their descriptions, which only the stored body has. */
function lawsOf(one: StoredNotification): ShownLaw[] {
  const laws = notificationIn(one.raw)?.inflictedLaws;
  return one.kind !== "notification" || laws === undefined ? one.laws : worstFirst(laws);
}

function lawFact({ name, risk, country, countryCode, description, source }: ShownLaw): [string, string] {
  const details = [description, source].filter((detail) => detail).join("; source: ");
  return [risk, `${name} (${country}, ${countryCode})${details === "" ? "" : `: ${details}`}`];
}

/** Prints them where there are several, however many; the one that is shown in full is marked. */
async function printContents(
  context: CommandContext,
  target: Target,
  { notification: shown, versions }: NotificationVersions,
): Promise<void> {
  if (versions.length === 0) return;
  const first = firstOf({ notification: shown, versions });
  const contents: { receivedAt: string; name: string; facts: [string, string | undefined][] }[] = [];
  // None of them is kept with its bytes.
  for await (const one of notificationsOf(target).contents(shown.key)) {
    const isFirst = one.version === first?.version;
    const repeated = one.repeats === 0 ? "" : `; sent again ${repeatText(one)}`;
    const facts: [string, string | undefined][] = [
      ["", `${riskText(one)}, received ${one.receivedAt}${repeated}`],
      ["", first === undefined || isFirst ? undefined : differenceText(first, one)],
      ["", `alert ${alertText(one, first, target)}`],
    ];
    const mark = one.version === shown.version ? " (shown above)" : "";
    contents.push({ receivedAt: one.receivedAt, name: `${nameOf(one)}${mark}`, facts });
  }
  contents.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
  await context.print(`\nAll ${contents.length} contents received under this id, in the order of receipt`);
  const rows = contents.flatMap(({ name, facts }, at) => [[String(at + 1), name] as const, ...facts]);
  await context.print(factTable(rows, context.stdout));
}

/** Differences of a content from the first one; undefined if this version cannot read one of them. */
function differenceText(first: StoredNotification, other: StoredNotification): string | undefined {
  const [before, now] = [notificationIn(first.raw), notificationIn(other.raw)];
  if (before === undefined || now === undefined) return undefined;
  const facts = transactionDifferences(before, now);
  if (facts.length === 0 && first.risk === "illegal" && other.risk !== "illegal")
    return "the same transaction, withdrawn: no law calls it illegal";
  return facts.length === 0
    ? "the same transaction with other facts"
    : `another transaction: other ${facts.join(", ")}`;
}

/** The first content of an id among those that were found; undefined where it has expired. */
function firstOf({ notification, versions }: Pick<NotificationVersions, "notification" | "versions">) {
  return [notification, ...versions].find(({ originalKey }) => originalKey === undefined);
}

/**
 * Alerts of a content: whether one was due or sent, and the commands that show them.
 * @param first the first content of its id, which has those of its returns
 */
function alertText(
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
  if (state === "none") return "none";
  if (state === "pending") return at === undefined ? "pending" : `pending since ${at}`;
  return `sent${at === undefined ? "" : ` at ${at}`}${id === undefined ? "" : `: ${show(id)}`}`;
}
