/** The message about a running 24-hour notice as people read it, word by word; docs/reference/messages.md has it too. */

import { expect, it } from "vitest";
import { noticeReminder } from "../../../../lib/reports/brief/notice-reminder.ts";
import { shown } from "../../../support/shown-message.ts";
import { SPANISH } from "../../../support/translators.ts";
import { ORIGIN } from "../../alerts/invented.ts";
import { NOTICE_CASE, NOTICE_DUE, PERSONAL_WALLET_CASE, WALLET_CASE } from "../../alerts/invented-cases.ts";

const DESK = "https://desk.example";
const SILENCE =
  "Once you have filed the notice, record it in the case. This message says only what is due, and by when.";

it("names the due date first, and links the case", () => {
  const message = noticeReminder(NOTICE_CASE, { ...ORIGIN, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 4 });
  expect(message.attributes).toEqual({ kind: "reminder", projectId: 1 });
  expect(shown(message)).toEqual({
    event: expect.objectContaining({ stage: "dev", subjectCount: 1 }),
    subject: "[DUE] 24-hour notice due 2026-03-11 02:00:00 UTC; project 1",
    email: `A 24-hour notice of project 1 is due 2026-03-11 02:00:00 UTC. At most 4 hours are left.

Notification 1#42

Look closer
  https://desk.example/c/1.42.ZjOOie8SXfW--oXA
  Reference ${ORIGIN.alertId}

${SILENCE}
`,
    slack: {
      title: "A 24-hour notice of project 1 is due 2026-03-11 02:00:00 UTC. At most 4 hours are left.",
      description: "Notification `1#42`",
      nextSteps: ["Look closer: <https://desk.example/c/1.42.ZjOOie8SXfW--oXA|Desk>", SILENCE],
      threadId: "reminders-1",
    },
  });
});

it("names a wallet by its address, but for one that looks like personal data", () => {
  const emailOf = (noticeCase: typeof NOTICE_CASE) =>
    shown(noticeReminder(noticeCase, { ...ORIGIN, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 12 })).email;
  expect(emailOf(WALLET_CASE)).toContain(
    "\nWallet 0x1111111111111111111111111111111111111111 on chain 42161\n",
  );
  expect(emailOf(WALLET_CASE)).toContain("/c/wallet.1.0x1111111111111111111111111111111111111111.42161.");
  expect(emailOf(PERSONAL_WALLET_CASE)).toContain("\nWallet [e-mail masked] on chain 42161\n");
  expect(emailOf(PERSONAL_WALLET_CASE)).not.toContain("ana.invented");
});

it("names a user by the id, but for one that looks like personal data, which is in no link or event either", () => {
  const shownOf = (userId: string) => {
    const userCase = {
      ...NOTICE_CASE,
      kind: "user",
      userId,
      subject: `user#1#${userId}`,
      opened: "2026-03-10",
    } as const;
    return shown(noticeReminder(userCase, { ...ORIGIN, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 12 }));
  };
  const plain = shownOf("u-1");
  expect(plain.email).toContain("\nUser u-1\n");
  expect(plain.email).toContain("/c/user.1.u-1.2026-03-10");
  expect(plain.event.subjects).toMatchObject([{ key: "user#1#u-1" }]);
  const personal = shownOf("ana.invented@mail.example");
  expect(personal.email).toContain("\nUser [e-mail masked]\n");
  expect(personal.event.subjects).toMatchObject([{ key: null }]);
  expect(JSON.stringify(personal)).not.toContain("ana.invented");
});

it("says so where the case is about unreadable messages, and leads to them", () => {
  const unreadableCase = {
    ...NOTICE_CASE,
    kind: "quarantine" as const,
    subject: "unreadable#1",
    opened: "2026-03-10T01",
  };
  const { email } = shown(
    noticeReminder(unreadableCase, { ...ORIGIN, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 12 }),
  );
  expect(email).toContain("\nUnreadable messages\n");
  expect(email).toContain("/c/unreadable.1.2026-03-10T01");
});

it("is in Spanish too, with a subject that SNS takes", () => {
  const origin = { ...ORIGIN, translator: SPANISH, desk: DESK, dueAt: NOTICE_DUE, hoursLeft: 12 };
  const { subject, email } = shown(noticeReminder(NOTICE_CASE, origin));
  expect(subject).toBe("[VENCE] Aviso de 24 horas, vence 10 de marzo de 2026, 20:00:00 (UTC-6); proyecto 1");
  expect(email.split("\n")[0]).toBe(
    "Un aviso de 24 horas del proyecto 1 vence el 10 de marzo de 2026, 20:00:00 (UTC-6). Quedan 12 horas como máximo.",
  );
});
