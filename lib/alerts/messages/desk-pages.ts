/** Pages of a desk to which messages lead. Without a desk messages do not mention them. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Translator } from "../../i18n/translator.ts";
import { isPlainId } from "../../text/ids.ts";
import { slackLink } from "../../text/slack.ts";
import { caseLink, type LinkedWallet, notificationLink, SCANS_LINK, walletLink } from "../desk-links.ts";

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

/** @param key the case's */
export function casePage(desk: DeskUrl, key: { subject: string; opened: string }): string | undefined {
  return desk && `${desk}${caseLink(key)}`;
}

/** The runs of the scan. */
export function scansPage(desk: DeskUrl): string | undefined {
  return desk && `${desk}${SCANS_LINK}`;
}

/** `Desk https://…`, behind what a list says of one of its subjects. */
export function pageLines({ t }: Translator, page: string | undefined): string[] {
  return page === undefined ? [] : [`${t(COMMON.desk)} ${page}`];
}

/** ` (Desk)` as a link, behind what a line in Slack is about. */
export function slackPage({ t }: Translator, page: string | undefined): string {
  return page === undefined ? "" : ` (${slackLink(page, t(COMMON.desk))})`;
}

/** A page in an event. */
export function pageLink(page: string | undefined): { desk?: string } {
  return page === undefined ? {} : { desk: page };
}
