/** A notification in full, for a person: the transaction, its laws, what was done about it, what else came under its id. */

import { notificationLink } from "../../../alerts/desk-links.ts";
import { ChainStore } from "../../../chains/chains.ts";
import { chainFacts } from "../../../chains/explorer.ts";
import { saidIssues } from "../../../contract/issues.ts";
import type { Law } from "../../../contract/webhook.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import type { NotificationVersions } from "../../../notifications/notification-queries.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import { notificationIn } from "../../../notifications/raw-body.ts";
import { lastRepeatAt } from "../../../notifications/repeats.ts";
import { worstFirst } from "../../../risk/laws.ts";
import { tokenUnits, usd } from "../../../text/amounts.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { deskFact, type Target } from "../../core/target.ts";
import { paint, printLine } from "../../output/print.ts";
import { factTable } from "../../output/table.ts";
import { alertText, firstOf, printContents } from "./notification-contents.ts";
import { riskStyle, riskText } from "./notification-view.ts";

/** No name is longer, unless its id is not one that the service or API Gateway gave. */
const MAX_NAME = 500;

export async function printNotification(
  { stdout }: CommandContext,
  target: Target,
  contents: NotificationVersions,
): Promise<void> {
  const { notification } = contents;
  const style = riskStyle(notification);
  const title = `${cleanText(nameOf(notification), MAX_NAME)}  ${riskText(notification)}`;
  await printLine(stdout, style === undefined ? title : paint(stdout, style, title));
  await printLine(stdout);
  await printLine(stdout, factTable(await factsOfOne(target, contents), stdout));
  const laws = lawsOf(notification);
  if (laws.length > 0) {
    await printLine(stdout, "\nLaws, worst first");
    await printLine(stdout, factTable(laws.map(lawFact), stdout));
  }
  const { issues = [] } = notification;
  if (issues.length > 0) {
    await printLine(stdout, "\nWhy it is not understood");
    const facts = saidIssues(issues).map(
      ({ path, message }) => [path === "" ? "(body)" : path, message] as const,
    );
    await printLine(stdout, factTable(facts, stdout));
  }
  await printContents(stdout, target, contents);
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

/** The laws with their descriptions, which stand in the stored body only. */
function lawsOf(one: StoredNotification): ShownLaw[] {
  const laws = notificationIn(one.raw)?.inflictedLaws;
  return one.kind !== "notification" || laws === undefined ? one.laws : worstFirst(laws);
}

function lawFact({ name, risk, country, countryCode, description, source }: ShownLaw): [string, string] {
  const details = [description, source].filter((detail) => detail).join("; source: ");
  return [risk, `${name} (${country}, ${countryCode})${details === "" ? "" : `: ${details}`}`];
}
