/** Links to pages of the desk. Ids and addresses may be any text: they are in the query, never in the path. */

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
export interface LinkedWallet {
  projectId: number;
  address: string;
  chainId: string;
}

export function walletLink({ projectId, address, chainId }: LinkedWallet): string {
  return linkTo("/wallet", { project: projectId, address, chain: chainId });
}

/** The page of a case, by its key. @param list address of the list that leads to it, for the way back */
export function caseLink({ subject, opened }: { subject: string; opened: string }, list?: string): string {
  return linkTo("/case", { subject, opened, list });
}

/** The runs of the scan. */
export const SCANS_LINK = "/scans";
