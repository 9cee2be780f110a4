/** Links of the desk from a case. */

import { type LinkedWallet, linkTo, notificationLink, walletLink } from "../../alerts/desk-links.ts";
import { type CaseKey, notificationNameOf } from "../../cases/case-keys.ts";

/** The evidence of a case, as a file. */
export function evidenceLink({ subject, opened }: CaseKey): string {
  return linkTo("/evidence", { subject, opened });
}

/** The page of what a case is about. */
export function subjectLink(
  found: CaseKey & { [Part in keyof LinkedWallet]?: LinkedWallet[Part] | undefined },
): string {
  const { projectId, address, chainId } = found;
  const name = notificationNameOf(found);
  if (name !== undefined) return notificationLink(name);
  return projectId === undefined || address === undefined || chainId === undefined
    ? "/"
    : walletLink({ projectId, address, chainId });
}
