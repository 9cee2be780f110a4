/** Where things stand in the desk. Ids and addresses are anybody's text: they stand in the query, never in the path. */

import type { CaseKey } from "../../store/cases/case-keys.ts";
import type { WalletName } from "../../store/wallets/wallet-keys.ts";

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

export function walletLink({ projectId, address, chainId }: WalletName): string {
  return linkTo("/wallet", { project: projectId, address, chain: chainId });
}

const NOTIFICATION = "notification#";

/** The page of what a case is about. */
export function caseLink(
  found: CaseKey & { [Part in keyof WalletName]?: WalletName[Part] | undefined },
): string {
  const { subject, projectId, address, chainId } = found;
  if (subject.startsWith(NOTIFICATION)) return notificationLink(subject.slice(NOTIFICATION.length));
  return projectId === undefined || address === undefined || chainId === undefined
    ? "/"
    : walletLink({ projectId, address, chainId });
}
