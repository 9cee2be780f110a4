/** A notification in full, for a person: the transaction, its laws, what was done about it, what contradicts it. */

import { tokenUnits, usd } from "../alert/amounts.ts";
import { chainFacts } from "../alert/explorer.ts";
import { parseObjectExactly, textOf } from "../contract/exact-json.ts";
import { type Law, webhookBody } from "../contract/webhook.ts";
import { ChainStore } from "../store/chains.ts";
import type { NotificationVersions } from "../store/notification-queries.ts";
import type { StoredNotification } from "../store/notification-schema.ts";
import { expandBody } from "../store/raw-body.ts";
import { lastRepeatAt } from "../store/repeats.ts";
import { documents } from "./aws.ts";
import { riskStyle, riskText } from "./notification-view.ts";
import { paint, printLine } from "./print.ts";
import { factsOf } from "./table.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** Prints it. */
export async function printNotification(
  { stdout }: World,
  target: Target,
  { notification, versions }: NotificationVersions,
): Promise<void> {
  const style = riskStyle(notification);
  const title = `${notification.key}  ${riskText(notification)}`;
  await printLine(stdout, style === undefined ? title : paint(stdout, style, title));
  await printLine(stdout);
  await printLine(stdout, factsOf(await factsOfOne(target, notification), stdout));
  const laws = lawsOf(notification);
  if (laws.length > 0) {
    await printLine(stdout, "\nLaws, worst first");
    await printLine(stdout, factsOf(laws.map(lawFact), stdout));
  }
  const { issues = [] } = notification;
  if (issues.length > 0) {
    await printLine(stdout, "\nWhy it is not understood");
    const facts = issues.map(({ path, message }) => [path === "" ? "(body)" : path, message] as const);
    await printLine(stdout, factsOf(facts, stdout));
  }
  if (versions.length > 0) {
    await printLine(stdout, "\nOther contents that came under this id; each can be shown by its key");
    await printLine(stdout, factsOf(versions.map(versionFact), stdout));
  }
}

async function factsOfOne(target: Target, one: StoredNotification): Promise<[string, string | undefined][]> {
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
    ["alert", alertText(one)],
    ["message", one.message],
    ["change of", one.changeOf],
  ];
}

function tokenText({ name, symbol, decimals, address }: NonNullable<StoredNotification["token"]>): string {
  return `${name} (${symbol}), ${decimals} decimals, ${address ? `contract ${address}` : "native to the chain"}`;
}

function repeatText(one: StoredNotification): string {
  const { repeats } = one;
  const last = lastRepeatAt(one);
  return `${repeats === 1 ? "once" : `${repeats} times`}${last === undefined ? "" : `, last at ${last}`}`;
}

function alertText({ alert }: StoredNotification): string {
  if (alert.state === "none") return "none was due";
  const at = alert.at === undefined ? "" : ` since ${alert.at}`;
  return alert.state === "sent" ? `sent${at.replace("since", "at")}` : `pending${at}`;
}

type ShownLaw = Pick<Law, "name" | "risk" | "country" | "countryCode" | "description" | "source">;

/** The laws with their descriptions, which stand in the stored body only. */
function lawsOf(one: StoredNotification): ShownLaw[] {
  if (one.kind !== "notification") return one.laws;
  const body = webhookBody.safeParse(parseObjectExactly(textOf(expandBody(one.raw))));
  if (!body.success || body.data.type !== "notification") return one.laws;
  return body.data.data.inflictedLaws.toSorted(
    (a, b) => Number(b.risk === "illegal") - Number(a.risk === "illegal"),
  );
}

function lawFact({ name, risk, country, countryCode, description, source }: ShownLaw): [string, string] {
  const details = [description, source].filter((detail) => detail).join("; source: ");
  return [risk, `${name} (${country}, ${countryCode})${details === "" ? "" : `: ${details}`}`];
}

function versionFact({ key, risk, receivedAt }: StoredNotification): [string, string] {
  return [risk, `${receivedAt} ${key}`];
}
