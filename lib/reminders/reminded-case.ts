/** A case as a reminder names it: what it is about, and where it stands at the desk. */

import type { AlertSubject } from "../alerts/alerts.ts";
import { casePage, type DeskUrl, pageLink, slackPage } from "../alerts/desk-links.ts";
import type { CaseSubject } from "../alerts/event/event-schema.ts";
import { wholeId } from "../alerts/messages/event-fields.ts";
import { idIn, slackIdIn } from "../alerts/messages/shown-id.ts";
import { notificationNameOf } from "../cases/case-keys.ts";
import type { RemindedCase } from "../cases/undecided.ts";
import { COMMON } from "../i18n/catalogue/common.ts";
import { REMINDERS } from "../i18n/catalogue/reminders.ts";
import type { Translator } from "../i18n/translator.ts";
import { FIRST_VERSION, keyOfName } from "../notifications/notification-keys.ts";
import { isPlainId } from "../text/ids.ts";
import { escapeForSlack } from "../text/slack.ts";
import { historyKey } from "../wallets/wallet-keys.ts";

/** `Notification 1#42`, or a wallet by its address. */
function caseIn(translator: Translator, one: RemindedCase, shown = (id: string) => id): string {
  const name = notificationNameOf(one);
  if (name !== undefined) return translator.t(REMINDERS.notification, { name: shown(name) });
  const chain = translator.t(COMMON.chain, { chainId: one.chainId ?? "" });
  return translator.t(REMINDERS.wallet, { address: shown(idIn(translator, one.address ?? "")), chain });
}

/** The lines of a case in an e-mail. @param when when it is due, or since when it waits */
export function caseLines(translator: Translator, one: RemindedCase, when: string, desk: DeskUrl): string[] {
  const page = pageOf(one, desk);
  return [`  ${caseIn(translator, one)}: ${when}`, ...(page === undefined ? [] : [`    ${page}`])];
}

/** The same in Slack. */
export function slackCaseLine(
  translator: Translator,
  one: RemindedCase,
  when: string,
  desk: DeskUrl,
): string {
  const name = caseIn(translator, one, (id) => slackIdIn(translator, id));
  return `• ${name}: ${escapeForSlack(when)}${slackPage(translator, pageOf(one, desk))}`;
}

/** None where the link would name what looks like personal data. */
function pageOf(one: RemindedCase, desk: DeskUrl): string | undefined {
  return isPlainId(one.address ?? "") ? casePage(desk, one) : undefined;
}

/** Case in the event for programs. @param dueAt null without a deadline */
export function caseSubject(one: RemindedCase, dueAt: string | null, desk: DeskUrl): CaseSubject {
  const { projectId, address, chainId, receivedAt } = one;
  const whole = address === undefined || chainId === undefined ? null : wholeId(address);
  return {
    type: "case",
    key:
      notificationNameOf(one) ??
      (whole === null || chainId === undefined ? null : historyKey({ projectId, address: whole, chainId })),
    receivedAt,
    dueAt,
    links: pageLink(pageOf(one, desk)),
  };
}

/** Of the cases that a reminder names. */
export function subjectsOf(cases: readonly RemindedCase[]): AlertSubject[] {
  return cases.flatMap((one): AlertSubject[] => {
    const name = notificationNameOf(one);
    // An id with a number sign cannot be taken apart.
    if (name !== undefined) return [keyOfName(name) ?? { key: name, version: FIRST_VERSION }];
    const { address, chainId } = one;
    return address === undefined || chainId === undefined ? [] : [{ address, chainId }];
  });
}
