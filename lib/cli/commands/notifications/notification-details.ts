/** A notification in full, for a person: the transaction, its laws, what was done about it, what else came under its id. */

import { notificationLink } from "../../../alerts/messages/desk-links.ts";
import { issueTexts } from "../../../contract/issues.ts";
import { tokenUnits, usd } from "../../../i18n/text/amounts.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { compareTexts } from "../../../i18n/text/compare-texts.ts";
import { nameOf } from "../../../intake/notifications/notification-keys.ts";
import type { FoundNotification } from "../../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../../intake/notifications/notification-schema.ts";
import { notificationIn } from "../../../intake/notifications/raw-body.ts";
import { worstFirst } from "../../../law/laws.ts";
import { ChainStore, chainFacts } from "../../../screening/chains.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { deskFact, type Target } from "../../core/target.ts";
import { type Fact, factTable } from "../../output/layout.ts";
import { paint } from "../../output/print.ts";
import { riskStyle, riskText } from "./notification-columns.ts";
import { notificationsOf } from "./stored-notifications.ts";

/** No name is longer, unless its id is not one that the service or API Gateway gave. */
const MAX_NAME = 500;

export async function printNotification(
  { print, stdout }: CommandContext,
  target: Target,
  { notification, revisions, others }: FoundNotification,
): Promise<void> {
  const title = `${cleanText(notification.key, MAX_NAME)}  ${riskText(notification)}`;
  await print(paint(stdout, riskStyle(notification), title));
  const printFacts = async (head: string, facts: readonly Fact[]) => {
    if (facts.length > 0) await print(`\n${head}${factTable(facts, stdout)}`);
  };
  await printFacts("", await factsOf(target, notification));
  await printFacts("Laws, worst first\n", lawFacts(notification));
  await printFacts(
    "Why it could not be read\n",
    issueTexts(notification.issues ?? []).map(({ path, message }) => [path || "(body)", message]),
  );
  const contents: Fact[] = [];
  if (revisions.length > 0)
    for await (const revision of notificationsOf(target).revisions(notification))
      contents.push(contentFact(revision));
  const inOrder = contents.toSorted(([a], [b]) => compareTexts(a, b));
  await printFacts(
    `Past revisions, by the time that the service last signed them (${contents.length})\n`,
    inOrder,
  );
  await printFacts("Other transactions under this id\n", others.map(contentFact));
}

function contentFact(revision: StoredNotification): Fact {
  return [revision.signedAt, `${nameOf(revision)}, ${riskText(revision)}; alert ${alertText(revision)}`];
}

async function factsOf(target: Target, revision: StoredNotification): Promise<Fact[]> {
  const { address, amount, token, chainId, txHash } = revision;
  const chains = new ChainStore(documents(target), target.tables.chains);
  const chain = chainId === undefined ? undefined : await chains.get(chainId);
  const links = chain && chainFacts(chain);
  const onChain = chainId === undefined ? "" : ` on ${chain?.name ?? "chain"} ${chainId}`;
  return [
    ["user", revision.userId],
    ["amount", amount && token && `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`],
    ["smallest units", amount?.value],
    ["USD", amount?.usd === undefined ? undefined : usd(amount.usd)],
    ["token", token && tokenText(token)],
    ["wallet", address && `${address.address}${onChain}`],
    ["", address && links?.addressUrl(address.address)],
    ["wallet's note", address?.description],
    ["transaction", txHash],
    ["", txHash === undefined ? undefined : links?.transactionUrl(txHash)],
    ["happened", revision.timestamp],
    ["received", revision.receivedAt],
    ["sent again", repeatText(revision)],
    ["alert", alertText(revision)],
    deskFact(target, notificationLink(nameOf(revision))),
    ["message", revision.message],
  ];
}

function tokenText({ name, symbol, decimals, address }: NonNullable<StoredNotification["token"]>): string {
  return `${name} (${symbol}), ${decimals} decimals, ${address ? `contract ${address}` : "native to the chain"}`;
}

function repeatText({ repeats, updatedAt }: StoredNotification): string | undefined {
  if (repeats === 0) return undefined;
  return `at least ${repeats === 1 ? "once" : `${repeats.toLocaleString("en-US")} times`}, last at ${updatedAt}`;
}

/** The laws of a revision, with the descriptions that only the stored body has. */
function lawFacts(revision: StoredNotification): Fact[] {
  const ofBody = revision.kind === "notification" ? notificationIn(revision.raw)?.inflictedLaws : undefined;
  if (ofBody === undefined)
    return revision.laws.map(({ risk, name, country, countryCode }) => [
      risk,
      `${name} (${country}, ${countryCode})`,
    ]);
  return worstFirst(ofBody).map(({ risk, name, country, countryCode, description, source }) => {
    const details = [description, source].filter((detail) => detail).join("; source: ");
    return [risk, `${name} (${country}, ${countryCode})${details === "" ? "" : `: ${details}`}`];
  });
}

function alertText({ alert: { state, at, id } }: StoredNotification): string {
  if (state === "none") return "none";
  const when = at === undefined ? "" : state === "sent" ? ` at ${at}` : ` since ${at}`;
  return `${state}${when}${id === undefined ? "" : `, ${id}`}`;
}
