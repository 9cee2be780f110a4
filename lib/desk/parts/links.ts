/** Where the desk leads from a case. */

import { type LinkedWallet, linkTo, notificationLink, walletLink } from "../../stack/desk-links.ts";
import type { CaseKey } from "../../store/cases/case-keys.ts";

const NOTIFICATION = "notification#";

/** The evidence of a case, as a file. */
export function evidenceLink({ subject, opened }: CaseKey): string {
  return linkTo("/evidence", { subject, opened });
}

/** The page of what a case is about. */
export function subjectLink(
  found: CaseKey & { [Part in keyof LinkedWallet]?: LinkedWallet[Part] | undefined },
): string {
  const { subject, projectId, address, chainId } = found;
  if (subject.startsWith(NOTIFICATION)) return notificationLink(subject.slice(NOTIFICATION.length));
  return projectId === undefined || address === undefined || chainId === undefined
    ? "/"
    : walletLink({ projectId, address, chainId });
}
