/** Links of the desk from a case. */

import { getContext } from "hono/context-storage";
import {
  caseLink,
  linkTo,
  notificationLink,
  notificationsLink,
  userLink,
  walletLink,
} from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, caseNumber, notificationNameOf } from "../../cases/case-keys.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { type NotificationKey, nameOf } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { maySee } from "../frame/access.ts";
import type { DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { isForm, lastingAddress } from "../frame/page-path.ts";
import { say } from "../frame/translator.ts";

/** The number of a case, with the id of a wallet or user cut. */
export function numberOf(listedCase: ListedCase): string {
  return caseNumber(listedCase, shortId);
}

/** Characters of a case's number that a row has room for, and those that are shown at the end of a longer one. */
const MOST_OF_NUMBER = 22;
const END_OF_NUMBER = 8;

/** The number of a case as rows show it: whole, or cut in its middle, since the ends tell twins apart. */
export function shortNumber(number: string): string {
  if (number.length <= MOST_OF_NUMBER) return number;
  const start = MOST_OF_NUMBER - END_OF_NUMBER - SHORTENED.length;
  return `${number.slice(0, start)}${SHORTENED}${number.slice(-END_OF_NUMBER)}`;
}

/** The number of a case as one list shows it. */
export interface ListNumber {
  number: string;
  /** The network of a wallet that the list has on another one too. */
  network?: string;
}

/**
 * The numbers of cases as one list shows them: cut in their middle, but whole where another one would look the same, and with the network
 * where it is the same address.
 */
export function listNumbers(
  cases: readonly ListedCase[],
  chainOf: ChainLookup,
): (listedCase: ListedCase) => ListNumber {
  const cutNumber = (listedCase: ListedCase) => shortNumber(numberOf(listedCase));
  const alike = Map.groupBy(cases, cutNumber);
  return (listedCase) => {
    const number = cutNumber(listedCase);
    const [whole, others] = [caseNumber(listedCase), alike.get(number) ?? []];
    const networks = new Set(
      others.filter((other) => caseNumber(other) === whole).map(({ chainId }) => chainId),
    );
    return {
      number: others.some((other) => caseNumber(other) !== whole) ? whole : number,
      ...(networks.size < 2 ? {} : { network: chainName(listedCase.chainId, chainOf) }),
    };
  };
}

/** Characters of an address that are shown at its beginning and at its end. */
const SHOWN = { start: 6, end: 4 };

/** Stands for the others. */
export const SHORTENED = "…";

/** An address as lists show it, `0x9179…0019`: whole where it is short. */
export function shortId(id: string): string {
  const { start, end } = SHOWN;
  return id.length <= start + end + 4 ? id : `${id.slice(0, start)}${SHORTENED}${id.slice(-end)}`;
}

/** A chain by its name, or else by its number; empty where it is not known. */
export function chainName(chainId: string | undefined, chainOf: ChainLookup): string {
  if (chainId === undefined || chainId === "") return "";
  return chainOf(chainId)?.name ?? say(FACTS.chain, { chainId });
}

/** The evidence of a case, as a file. */
export function evidenceLink({ subject, opened }: CaseKey): string {
  return linkTo("/evidence", { subject, opened });
}

/** The body of a notification as it came, as a file. */
export function bodyLink(revisionKey: NotificationKey): string {
  return linkTo("/notification-body", { name: nameOf(revisionKey) });
}

/** The page of what a case is about. */
export function subjectLink(listedCase: ListedCase): string {
  const { kind, projectId, address, userId } = listedCase;
  const name = notificationNameOf(listedCase);
  if (name !== undefined) return notificationLink(name);
  if (kind === "quarantine") return notificationsLink({ kind: "quarantined", project: projectId });
  if (kind === "user" && userId !== undefined) return userLink(userId);
  return address === undefined ? "/" : walletLink({ projectId, address });
}

interface MonthQuery {
  /** `YYYY-MM`; the month that is due first where it is left out. */
  month?: string | undefined;
  project?: number | string | undefined;
  view?: "due" | "other" | undefined;
  /** Number of the first row. */
  from?: number | undefined;
  /** The form that records the month's notice. */
  record?: "notice";
}

/** A month's cases: those of its notice, from the first one on, unless it says otherwise. */
export function monthLink({ month, project, view, from, record }: MonthQuery): string {
  return linkTo("/month", {
    month,
    project,
    view: view === "due" ? undefined : view,
    from: from === 1 ? undefined : from,
    record,
  });
}

/** A notice, by a month that it is recorded in. */
export function noticeLink({ month, id }: { month: string | undefined; id: string | undefined }): string {
  return linkTo("/notice", { month, id });
}

/** Decisions that were taken together, and when. */
interface LinkedBatch {
  id: string | undefined;
  at: string | undefined;
}

export function batchLink({ id, at }: LinkedBatch, list?: string): string {
  return linkTo("/batch", { id, at, list });
}

/** Links to cases that lead back to the list on this page. */
export function useCaseLink(): (caseKey: CaseKey) => string {
  const context = getContext<DeskEnv>();
  // The answer to a form has no address to return to.
  const list = isForm(context) ? undefined : lastingAddress(context);
  return (caseKey) => caseLink(caseKey, { list });
}

/** The tab of a case with the messages of its notification. @param after the content after which they go on */
export function messagesLink(
  caseKey: CaseKey,
  more: { list?: string | undefined; after?: string | undefined } = {},
): string {
  return caseLink(caseKey, { tab: "messages", ...more });
}

/**
 * The search by the number alone, for a link that lost its end: `7#42`. @param name of a notification that is not found
 * @returns undefined where the reader sees nothing of that number either
 */
export async function searchByNumber(
  { var: { access } }: DeskContext,
  notifications: NotificationQueries,
  name: string,
): Promise<string | undefined> {
  const [number = ""] = /^\d+#[^#]+/.exec(name) ?? [];
  const foundNotification = await notifications.find(number);
  return foundNotification !== undefined && maySee(access, foundNotification.notification.projectId)
    ? linkTo("/search", { q: number })
    : undefined;
}

/** Tells a case from all others; its steps do not change it. */
export function idOfCase({ subject, opened }: CaseKey): string {
  return JSON.stringify([subject, opened]);
}

/** The id of a case's row in a list. */
export function rowId({ order }: { order: string }): string {
  return `case-${order.split("#")[1] ?? ""}`;
}
