/** Links to pages of the desk, on its pages and in messages. Ids and addresses may be any text: they are in the query. */

import { isPlainId } from "../../i18n/text/ids.ts";

/** A path with its query; parameters that are undefined are left out. */
export function linkTo(path: string, parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === "" ? [] : [[name, String(value)]],
    ),
  ).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** @param name as in `1#42` */
export function notificationLink(name: string): string {
  return linkTo("/notification", { name });
}

/** Everything of a user, in all projects that the reader sees. */
export function userLink(userId: string): string {
  return linkTo("/users", { user: userId });
}

/** A wallet as its page is asked for. */
interface LinkedWallet {
  projectId: number;
  address: string;
  chainId: string;
}

export function walletLink({ projectId, address, chainId }: LinkedWallet): string {
  return linkTo("/wallet", { project: projectId, address, chain: chainId });
}

/** A case by its key. */
export interface LinkedCase {
  subject: string;
  opened: string;
}

/** The page of a case. @param list address of the list that leads to it, for the way back */
export function caseLink({ subject, opened }: LinkedCase, list?: string): string {
  return linkTo("/case", { subject, opened, list });
}

/** The page System. */
export const SYSTEM_LINK = "/system";

/** A project's scans on the page System. */
export function scansLink(projectId: number): string {
  return `${SYSTEM_LINK}#project-${projectId}`;
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

/** Empty if the address is not fit to be sent whole: no link contains what looks like personal data. */
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
