/** Messages about undecided cases as people read them, word by word; docs/reference/messages.md has whole e-mails too. */

import { expect, it } from "vitest";
import { escalation, undecidedReminder } from "../../../lib/reminders/undecided-reminder.ts";
import { SPANISH } from "../../support/translators.ts";
import { ORIGIN } from "../alerts/invented.ts";
import { DUE_CASE, oneDue, UNDECIDED } from "../alerts/invented-cases.ts";

const DESK = "https://desk.example";
const SILENCE = "This message only lists what is undecided or due, and by when. The rest is on the desk.";
const WALLET_PAGE =
  "https://desk.example/case?subject=wallet%231%230x1111111111111111111111111111111111111111%2342161&opened=2026-03-01T08%3A00%3A00.000Z";

it("reminds of a day's undecided cases", () => {
  expect(undecidedReminder(UNDECIDED, { ...ORIGIN, desk: DESK, hours: 24 })).toEqual({
    event: { stage: "dev", rehearsal: false, subjectCount: 327, subjects: expect.any(Function) },
    subject: "[DUE] First due 2026-03-11 02:00:00 UTC; 327 cases in project 1",
    email: `327 cases in project 1 need attention: they are undecided or have a deadline to meet.

Due within 48 hours: 2
  Notification 1#42: due 2026-03-11 02:00:00 UTC
    https://desk.example/case?subject=notification%231%2342&opened=once
  Notification 1#44: due 2026-03-12 05:59:59 UTC
    https://desk.example/case?subject=notification%231%2344&opened=once

Past their deadline: 1
  Notification 1#43: was due 2026-03-09 05:59:59 UTC
    https://desk.example/case?subject=notification%231%2343&opened=once

Undecided for more than 24 hours: 324
  Wallet 0x1111111111111111111111111111111111111111 on chain 42161: since 2026-03-01 08:00:00 UTC
    ${WALLET_PAGE}
  Wallet [e-mail masked] on chain 42161: since 2026-03-02 08:00:00 UTC
  and 322 others

Look closer
  https://desk.example/

${SILENCE}
`,
    slack: {
      title: "327 cases in project 1 need attention: they are undecided or have a deadline to meet.",
      description: `*Due within 48 hours: 2*
• Notification \`1#42\`: due 2026-03-11 02:00:00 UTC (<https://desk.example/case?subject=notification%231%2342&amp;opened=once|Desk>)
• Notification \`1#44\`: due 2026-03-12 05:59:59 UTC (<https://desk.example/case?subject=notification%231%2344&amp;opened=once|Desk>)
*Past their deadline: 1*
• Notification \`1#43\`: was due 2026-03-09 05:59:59 UTC (<https://desk.example/case?subject=notification%231%2343&amp;opened=once|Desk>)
*Undecided for more than 24 hours: 324*
• Wallet \`0x1111111111111111111111111111111111111111\` on chain 42161: since 2026-03-01 08:00:00 UTC (<${WALLET_PAGE.replace("&", "&amp;")}|Desk>)
• Wallet \`[e-mail masked]\` on chain 42161: since 2026-03-02 08:00:00 UTC
and 322 others`,
      nextSteps: ["Look closer: <https://desk.example/|Desk>", SILENCE],
      threadId: "reminders-1",
    },
    attributes: { kind: "reminder", projectId: 1 },
  });
});

it("names as many in Slack as it shows, the most urgent first, and counts the others", () => {
  const [wallet] = UNDECIDED.old.named;
  if (wallet === undefined) throw new Error("There is no wallet.");
  const ten = { count: 12, named: Array.from({ length: 10 }, () => wallet) };
  const found = {
    due: { count: 3, named: ten.named.slice(0, 3) },
    passed: ten,
    old: ten,
    taken: 0,
    whole: true,
  };
  const { slack, email } = undecidedReminder(found, { ...ORIGIN, desk: DESK, hours: 24 });
  const shown = slack.description.split("\n").map((line) => (line.startsWith("• ") ? "a case" : line));
  expect(shown).toEqual([
    ...["*Due within 48 hours: 3*", "a case", "a case", "a case"],
    ...["*Past their deadline: 12*", "a case", "a case", "and 10 others"],
    "*Undecided for more than 24 hours: 12*",
  ]);
  expect(slack.description.length).toBeLessThan(3_000);
  expect(email.match(/ {2}Wallet /g)).toHaveLength(23);
});

it("says in its subject what is overdue where nothing is due within 48 hours, and else what is undecided", () => {
  const none = { count: 0, named: [] };
  const subjects = (found: Parameters<typeof escalation>[0]) => [
    undecidedReminder(found, { ...ORIGIN, desk: DESK, hours: 24 }).subject,
    escalation(found, { ...ORIGIN, desk: DESK, hours: 48 }).subject,
  ];
  const overdue = "[OVERDUE] 1 of 325 cases in project 1";
  expect(subjects({ ...UNDECIDED, due: none })).toEqual([overdue, `${overdue}, escalated after 48 hours`]);
  expect(subjects({ ...UNDECIDED, due: none, passed: none })).toEqual([
    "[UNDECIDED] 324 cases in project 1",
    "[UNDECIDED] 324 cases in project 1 for more than 48 hours",
  ]);
});

it("reminds of one case whose hours run, beside what has passed", () => {
  const dueCase = { ...DUE_CASE, passedAt: "2026-03-09T05:59:59.999Z" };
  const origin = { ...ORIGIN, desk: DESK, hours: 24 };
  const { subject, email } = undecidedReminder(oneDue(dueCase), origin);
  expect(subject).toBe("[DUE] First due 2026-03-11 02:00:00 UTC; 1 case in project 1");
  expect(email).toBe(`1 case in project 1 needs attention: it is undecided or has a deadline to meet.

Due within 48 hours: 1
  Notification 1#42: due 2026-03-11 02:00:00 UTC; was due 2026-03-09 05:59:59 UTC
    https://desk.example/case?subject=notification%231%2342&opened=once

Look closer
  https://desk.example/

${SILENCE}
`);
});

it("has subjects that SNS takes, in Spanish as in English", () => {
  const origin = { ...ORIGIN, translator: SPANISH, desk: DESK };
  const due = oneDue({ ...DUE_CASE, dueAt: "2026-09-11T02:00:00.000Z" });
  expect([
    undecidedReminder(UNDECIDED, { ...origin, hours: 24 }).subject,
    escalation(UNDECIDED, { ...origin, hours: 48 }).subject,
    undecidedReminder(due, { ...origin, hours: 24 }).subject,
  ]).toEqual([
    "[VENCE] Primer vencimiento 10 de marzo de 2026, 20:00:00 (UTC-6); 327 casos del proyecto 1",
    "[VENCIDO] 1 de 327 casos del proyecto 1, escalados tras 48 horas",
    "[VENCE] Primer vencimiento 10 de septiembre de 2026, 20:00:00 (UTC-6); 1 caso del proyecto 1",
  ]);
});
