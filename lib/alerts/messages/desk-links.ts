/** Addresses of the desk's pages, on its pages and in messages: each has one builder, and the ids that it names are in its path. */

import { isPlainId } from "../../i18n/text/ids.ts";
import { pathTo } from "./link-path.ts";

/** A path with its query; parameters that are undefined are left out. */
export function linkTo(path: string, parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === "" ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Parameters of an address behind its path. */
type Query = Record<string, string | number | undefined>;

/** @param name as in `1#42`. `/n/1.42` */
export function notificationLink(name: string, query: Query = {}): string {
  return linkTo(pathTo("n", name.split("#")), query);
}

/** The list of notifications. @param query its filters */
export function notificationsLink(query: Query): string {
  return linkTo("/notifications", query);
}

/** The name in the path of {@link notificationLink}. */
export function notificationIn(ids: readonly string[]): string {
  return ids.join("#");
}

/** Everything of a user, in all projects that the reader sees: `/u/c-1048`. */
export function userLink(userId: string, query: Query = {}): string {
  return linkTo(pathTo("u", [userId]), query);
}

/** The id in the path of {@link userLink}; undefined in any other path. */
export function userIn(ids: readonly string[]): string | undefined {
  const [userId = "", ...others] = ids;
  return userId === "" || others.length > 0 ? undefined : userId;
}

/** An address as its page is asked for, on all chains. */
export interface LinkedWallet {
  /** If undefined, the wallet is looked for in every project that the reader sees. */
  projectId: number | undefined;
  address: string;
}

/** `/w/1.0x…` */
export function walletLink({ projectId, address }: LinkedWallet, query: Query = {}): string {
  return linkTo(pathTo("w", projectId === undefined ? [address] : [String(projectId), address]), query);
}

/** The wallet in the path of {@link walletLink}; undefined in any other path. */
export function walletIn(ids: readonly string[]): LinkedWallet | undefined {
  const [address = "", project, ...others] = ids.toReversed();
  if (address === "" || others.length > 0) return undefined;
  if (project === undefined) return { projectId: undefined, address };
  return /^(?:0|[1-9]\d{0,15})$/.test(project) ? { projectId: Number(project), address } : undefined;
}

/** A case by its key. */
export interface LinkedCase {
  subject: string;
  opened: string;
}

/** The key of a notification's case has both, and its address leaves them out. */
export const NOTIFICATION_CASE = { kind: "notification", opened: "once" } as const;

/** The page of a case: `/c/1.42.ZjOOie8SXfW--oXA` of a notification's, and `/c/user.1.c-1048.0` of another. */
export function caseLink({ subject, opened }: LinkedCase, query: Query = {}): string {
  const [kind = "", ...names] = subject.split("#");
  const isShort = kind === NOTIFICATION_CASE.kind && opened === NOTIFICATION_CASE.opened;
  return linkTo(pathTo("c", isShort ? names : [kind, ...names, opened]), query);
}

/** The key in the path of {@link caseLink}. */
export function caseIn(ids: readonly string[]): LinkedCase {
  const [first = "", ...others] = ids;
  if (/^\d+$/.test(first))
    return { subject: [NOTIFICATION_CASE.kind, ...ids].join("#"), opened: NOTIFICATION_CASE.opened };
  return { subject: [first, ...others.slice(0, -1)].join("#"), opened: others.at(-1) ?? "" };
}

/** The page System. */
export const SYSTEM_LINK = "/system";

/** A project's scans on the page System. */
export function scansPlace(projectId: number): string {
  return `${SYSTEM_LINK}#project-${projectId}`;
}

/** Leads to {@link scansPlace}, which has a `#`: `/s/1`. */
export function scansLink(projectId: number): string {
  return pathTo("s", [String(projectId)]);
}

/** URL of the desk, without a slash at the end. */
export type DeskUrl = string | undefined;

export function inboxPage(desk: DeskUrl): string | undefined {
  return desk && `${desk}/`;
}

/** @param name as in `1#42` */
export function notificationPage(desk: DeskUrl, name: string): string | undefined {
  return desk && `${desk}${notificationLink(name)}`;
}

/** The link to a wallet's page; undefined where its address is not fit to be sent whole: no link has what looks like personal data. */
export function walletPage(desk: DeskUrl, wallet: LinkedWallet): string | undefined {
  return desk && isPlainId(wallet.address) ? `${desk}${walletLink(wallet)}` : undefined;
}

export function casePage(desk: DeskUrl, key: LinkedCase): string | undefined {
  return desk && `${desk}${caseLink(key)}`;
}

export function scansPage(desk: DeskUrl, projectId: number): string | undefined {
  return desk && `${desk}${scansLink(projectId)}`;
}

/** A page in an event, beside other links. */
export function pageLink(page: string | undefined): { desk?: string } {
  return page === undefined ? {} : { desk: page };
}

/** The links of an event that has no other. */
export function pageLinks(page: string | undefined): { links?: { desk: string } } {
  return page === undefined ? {} : { links: { desk: page } };
}
