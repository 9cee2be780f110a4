/** The message about a running 24-hour notice: until when it has to be filed, and the case. Never a step or a reason. */

import type { AlertSubject } from "../../alerts/alerts.ts";
import type { CaseSubject } from "../../alerts/event/event-schema.ts";
import { closing, officersLook } from "../../alerts/messages/closing.ts";
import { casePage, type DeskUrl, pageLink } from "../../alerts/messages/desk-links.ts";
import { wholeId } from "../../alerts/messages/event-fields.ts";
import { type AlertOrigin, timeIn } from "../../alerts/messages/facts.ts";
import type { AlertMessage } from "../../alerts/messages/message.ts";
import { idIn } from "../../alerts/messages/shown-id.ts";
import type { ListedCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { REMINDERS } from "../../i18n/catalogue/reminders.ts";
import { isPlainId } from "../../i18n/text/ids.ts";
import type { Translator } from "../../i18n/translator.ts";
import { currentKey, numberIn, readName } from "../../intake/notifications/notification-keys.ts";
import { historyKey } from "../../screening/wallets/wallet-keys.ts";

export type NoticeCase = Pick<
  ListedCase,
  "subject" | "opened" | "projectId" | "kind" | "userId" | "address" | "chainId" | "receivedAt"
>;

interface ReminderOrigin extends Pick<AlertOrigin, "stage" | "alertId" | "translator"> {
  desk?: DeskUrl;
  /** When the notice is due, ISO 8601. */
  dueAt: string;
  /** No more hours than these are left. */
  hoursLeft: number;
}

export function noticeReminder(noticeCase: NoticeCase, origin: ReminderOrigin): AlertMessage {
  const { stage, alertId, translator, desk, dueAt, hoursLeft: hours } = origin;
  const { t } = translator;
  const { projectId } = noticeCase;
  const values = { time: timeIn(translator, dueAt), project: String(projectId), hours };
  const headline = t(REMINDERS.headline, values);
  const page = pageOf(noticeCase, desk);
  const look = officersLook(stage, alertId, page);
  return {
    translator,
    subject: t(REMINDERS.subject, values),
    headline,
    blocks: [
      { kind: "lines", lines: [(write) => caseIn(translator, noticeCase, write.id)] },
      ...closing(translator, look, t(REMINDERS.silence)),
    ],
    threadId: `reminders-${projectId}`,
    event: {
      stage,
      subjectCount: 1,
      subjects: () => [caseSubject(noticeCase, dueAt, page)],
    },
    attributes: { kind: "reminder", projectId },
  };
}

/** The subjects that the record of the message names. */
export function subjectsOf(noticeCase: NoticeCase): AlertSubject[] {
  const name = notificationNameOf(noticeCase);
  const { key, transaction } = readName(name ?? "") ?? {};
  if (key !== undefined && transaction !== undefined) return [currentKey(key, transaction)];
  const { address, chainId } = noticeCase;
  return address === undefined || chainId === undefined ? [] : [{ address, chainId }];
}

/** `Notification 1#42`, unreadable messages, or a wallet or user by its id. */
function caseIn(translator: Translator, noticeCase: NoticeCase, shown: (id: string) => string): string {
  const name = notificationNameOf(noticeCase);
  if (name !== undefined) return translator.t(REMINDERS.notification, { name: shown(numberIn(name)) });
  const { kind, userId, address, chainId } = noticeCase;
  if (kind === "user") return translator.t(REMINDERS.user, { user: shown(idIn(translator, userId ?? "")) });
  if (address === undefined || chainId === undefined) return translator.t(REMINDERS.messages);
  const chain = translator.t(COMMON.chain, { chainId });
  return translator.t(REMINDERS.wallet, { address: shown(idIn(translator, address)), chain });
}

/** None where the link would name what looks like personal data. */
function pageOf(noticeCase: NoticeCase, desk: DeskUrl): string | undefined {
  const named = noticeCase.kind === "user" ? noticeCase.userId : noticeCase.address;
  return isPlainId(named ?? "") ? casePage(desk, noticeCase) : undefined;
}

/** The case in the event for programs. */
function caseSubject(noticeCase: NoticeCase, dueAt: string, page: string | undefined): CaseSubject {
  const { receivedAt } = noticeCase;
  return { type: "case", key: keyOf(noticeCase), receivedAt, dueAt, links: pageLink(page) };
}

function keyOf(noticeCase: NoticeCase): string | null {
  const { subject, projectId, kind, userId, address, chainId } = noticeCase;
  const name = notificationNameOf(noticeCase);
  if (name !== undefined) return name;
  if (kind === "user") return wholeId(userId) && subject;
  if (address === undefined || chainId === undefined) return subject;
  const whole = wholeId(address);
  return whole === null ? null : historyKey({ projectId, address: whole, chainId });
}
