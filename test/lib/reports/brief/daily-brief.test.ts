import { describe, expect, it } from "vitest";
import { sealAfter } from "../../../../lib/cases/integrity/seal.ts";
import { subjectLine } from "../../../../lib/i18n/text/subject.ts";
import { shownDuration } from "../../../../lib/i18n/time/durations.ts";
import type { BriefFacts } from "../../../../lib/reports/brief/brief-facts.ts";
import { dailyBrief } from "../../../../lib/reports/brief/daily-brief.ts";
import { EMPTY_DAY, FULL_DAY } from "../../../support/invented-brief.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const ORIGIN = { stage: "dev", alertId: "2026-03-02T14:00:00.000Z-1-0a1b2c3d", translator: ENGLISH };

describe("the brief of a day", () => {
  it("tells of a day on which there was everything", () => {
    const message = dailyBrief(FULL_DAY, { ...ORIGIN, desk: "https://desk.example" });
    const { subject, email, slack } = shown(message);
    expect(subject).toBe("[BRIEF] 2 open SANCTIONS cases, 1 case overdue, 3 due within 7 days - 2026-03-01");
    expect(
      email,
    ).toBe(`Brief of 2026-03-01: 2 open SANCTIONS cases, 1 case overdue, 3 due within 7 days, 1 decided case revised by the service, 3 flagged transactions, 1 case of unreadable messages, 1,005 undecided cases, day incomplete (service errors, failed messages), 2 wallet alerts, 1 unreadable message in 30 days.

Period: 2026-03-01 06:00:00 UTC to 2026-03-02 06:00:00 UTC. Projects: 1, 2. Prepared 2026-03-02 14:00:03 UTC.

Sanctions lists
        2  undecided cases of sanctions lists

Undecided
    1,005  cases, the oldest received 2026-02-20 16:00:00 UTC
       14  for more than 48 hours
        1  past the deadline
        2  due on 2026-03-03
        1  due on 2026-03-08

Decided, and revised since
        1  case: confirm its decision, or reopen it

From receipt to decision
  2 of 5 new cases decided: half of them within 2 h 30 min, the longest in 12 h

New
        3  flagged
        2  cases that the service revised
        1  case of unreadable messages
        1  case of a wallet
        1  error that the service reported
        2  wallet alerts from the last scan of each project

For each law
  LFPIORPI (MX): 3 flagged
  "Fintech Law" (MX): 1 flagged

Look closer
  https://desk.example/
  Reference 2026-03-02T14:00:00.000Z-1-0a1b2c3d

For those who run Vigía
        1  unreadable message of the last 30 days, not replayed yet
        2  webhooks that failed for good
        0  scan requests that failed for good

Errors that the service reported
  "The index of chain 137 is behind."

Last new message from the service
  project 2: NONE YET
  project 1: 2026-03-02 05:11:02 UTC

Last scan
  project 2: none yet
  project 1: complete, 2026-03-02 09:30:00 UTC; scored: 99 % of 1,200 known wallets; 2 with an alert

Integrity seal of 2026-03-01 (UTC): keep this mail
  5f0c1e9f0a6d4b7c8e2f3a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d
  It covers the previous seal and 12 events of cases since 2026-03-01. It lets you check later whether any of them was altered.
`);
    expect(slack).toEqual({
      title:
        "Brief of 2026-03-01: 2 open SANCTIONS cases, 1 case overdue, 3 due within 7 days, 1 decided case revised by the service, 3 flagged transactions, 1 case of unreadable messages, 1,005 undecided cases, day incomplete (service errors, failed messages), 2 wallet alerts, 1 unreadable message in 30 days.",
      description:
        'Period: 2026-03-01 06:00:00 UTC to 2026-03-02 06:00:00 UTC. Projects: 1, 2. Prepared 2026-03-02 14:00:03 UTC.\n*Sanctions lists*\n2 undecided cases of sanctions lists\n*Undecided*\n1,005 cases, the oldest received 2026-02-20 16:00:00 UTC\n14 for more than 48 hours\n1 past the deadline\n2 due on 2026-03-03\n1 due on 2026-03-08\n*Decided, and revised since*\n1 case: confirm its decision, or reopen it\n*From receipt to decision*\n2 of 5 new cases decided: half of them within 2 h 30 min, the longest in 12 h\n*New*\n3 flagged\n2 cases that the service revised\n1 case of unreadable messages\n1 case of a wallet\n1 error that the service reported\n2 wallet alerts from the last scan of each project\n*For each law*\nLFPIORPI (MX): 3 flagged\n"Fintech Law" (MX): 1 flagged\n*For those who run Vigía*\n1 unreadable message of the last 30 days, not replayed yet\n2 webhooks that failed for good\n0 scan requests that failed for good\n*Errors that the service reported*\n"The index of chain 137 is behind."\n*Last new message from the service*\nproject 2: NONE YET\nproject 1: 2026-03-02 05:11:02 UTC\n*Last scan*\nproject 2: none yet\nproject 1: complete, 2026-03-02 09:30:00 UTC; scored: 99 % of 1,200 known wallets; 2 with an alert\n*Integrity seal of 2026-03-01 (UTC): keep this mail*\n`5f0c1e9f0a6d4b7c8e2f3a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d`\nIt covers the previous seal and 12 events of cases since 2026-03-01. It lets you check later whether any of them was altered.',
      nextSteps: ["Look closer: <https://desk.example/|Desk>"],
      threadId: "brief-dev",
    });
    expect(message.attributes).toEqual({ kind: "daily-brief", projectId: 1, projectIds: [1, 2] });
  });

  it("tells of a day on which nothing was", () => {
    const { subject, email } = shown(dailyBrief(EMPTY_DAY, ORIGIN));
    expect(subject).toBe("[BRIEF] nothing flagged, nothing undecided - 2026-03-01");
    expect(email).toBe(`Brief of 2026-03-01: nothing flagged, nothing undecided.

Period: 2026-03-01 06:00:00 UTC to 2026-03-02 06:00:00 UTC. Projects: 1. Prepared 2026-03-02 14:00:03 UTC.

Undecided
  nothing

From receipt to decision
  no new case

New
        0  flagged
        0  wallet alerts from the last scan of each project

Look closer
  vigia notifications list --stage dev

For those who run Vigía
        0  unreadable messages of the last 30 days, not replayed yet
        0  webhooks that failed for good
        0  scan requests that failed for good

Last new message from the service
  project 1: 2026-03-02 05:11:02 UTC

Last scan
  project 1: complete, 2026-03-02 09:30:00 UTC; scored: 99 % of 1,200 known wallets; 0 with an alert

Integrity seal of 2026-03-01 (UTC): keep this mail
  5f0c1e9f0a6d4b7c8e2f3a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d
  It covers the previous seal and 0 events of cases since 2026-03-01. It lets you check later whether any of them was altered.
`);
  });

  it("says in its subject that a message could not be read, since it may be a flag", () => {
    const quarantined = { count: 500, isCut: false };
    expect(dailyBrief({ ...EMPTY_DAY, quarantined }, ORIGIN).subject).toBe(
      "[BRIEF] 500 unreadable messages in 30 days - 2026-03-01",
    );
  });

  it("counts no unreadable message as a flagged transaction", () => {
    const { received } = EMPTY_DAY;
    const subjectOf = (kinds: Partial<typeof received.kinds>) =>
      dailyBrief({ ...EMPTY_DAY, received: { ...received, kinds: { ...received.kinds, ...kinds } } }, ORIGIN)
        .subject;
    expect(subjectOf({ flagged: 15, unreadable: 2 })).toContain(
      "15 flagged transactions, 2 cases of unreadable messages",
    );
  });

  it("says “at least” of every number that is a lower bound, and no times of a part", () => {
    const { received, undecided, revised, errors } = FULL_DAY;
    const cut = {
      ...FULL_DAY,
      received: { ...received, otherLaws: 2, isCut: true },
      undecided: { ...undecided, notices: { pending: 3, overdue: 1 }, isCut: true },
      revised: { ...revised, isCut: true },
      errors: { ...errors, isCut: true },
      quarantined: { count: 200, isCut: true },
    };
    const message = shown(dailyBrief(cut, ORIGIN));
    expect(message.subject).toBe(
      "[BRIEF] at least 2 open SANCTIONS cases, at least 1 24-hour notice overdue - 2026-03-01",
    );
    const [, officers = ""] = /Prepared.*?\n\n(.*?)\n\nLook closer/s.exec(message.email) ?? [];
    expect(officers).toBe(`Sanctions lists
at least 2  undecided cases of sanctions lists

Pending notices
at least 3  cases with a pending 24-hour notice
at least 1  of them past the 24 hours

Undecided
at least 1,005  cases, the oldest received 2026-02-20 16:00:00 UTC
at least 14  for more than 48 hours
at least 1  past the deadline
at least 2  due on 2026-03-03
at least 1  due on 2026-03-08

Decided, and revised since
at least 1  case: confirm its decision, or reopen it

New
at least 3  flagged
at least 2  cases that the service revised
at least 1  case of unreadable messages
at least 1  case of a wallet
at least 1  error that the service reported
        2  wallet alerts from the last scan of each project

For each law
  LFPIORPI (MX): at least 3 flagged
  "Fintech Law" (MX): at least 1 flagged
  Other laws, not counted by name: at least 2`);
    expect(message.email).toContain("at least 200  unreadable messages of the last 30 days");
    const spanish = shown(dailyBrief(cut, { ...ORIGIN, translator: SPANISH }));
    expect(spanish.email).toContain("al menos 1,005  casos, el más antiguo");
    const subjects = [cut, FULL_DAY].map((facts) => shown(dailyBrief(facts, ORIGIN)).event.subjects[0]);
    expect(subjects).toMatchObject([{ atLeast: true }, { atLeast: false }]);
  });

  it("is no all-clear where a 24-hour notice is pending", () => {
    const undecided = { ...EMPTY_DAY.undecided, notices: { pending: 3, overdue: 1 } };
    const { subject, email } = shown(dailyBrief({ ...EMPTY_DAY, undecided }, ORIGIN));
    expect(subject).toBe("[BRIEF] 1 24-hour notice overdue, 2 24-hour notices pending - 2026-03-01");
    expect(email).toContain(
      "\nPending notices\n        3  cases with a pending 24-hour notice\n        1  of them past the 24 hours\n",
    );
  });

  it("is no all-clear where a decided case was revised since, though nothing is undecided", () => {
    const undecided = { ...EMPTY_DAY.undecided, revisedSince: 2 };
    const { subject, email } = shown(dailyBrief({ ...EMPTY_DAY, undecided }, ORIGIN));
    expect(subject).toBe("[BRIEF] 2 decided cases revised by the service - 2026-03-01");
    expect(email).toContain(
      "Undecided\n  nothing\n\nDecided, and revised since\n        2  cases: confirm each decision, or reopen the case\n",
    );
  });

  it("is no all-clear where the service reported an error", () => {
    const { subject } = dailyBrief({ ...EMPTY_DAY, errors: { count: 2, texts: [], isCut: false } }, ORIGIN);
    expect(subject).toBe("[BRIEF] nothing flagged, but the day is incomplete - 2026-03-01");
  });

  it("is no all-clear before the first scan, until there is one of any project", () => {
    const none = (projectId: number) => ({ projectId, kind: "none" }) as const;
    const first = (scans: BriefFacts["scans"]) =>
      shown(dailyBrief({ ...EMPTY_DAY, scans }, ORIGIN)).email.split("\n")[0];
    expect(first([none(1), none(2)])).toBe(
      "Brief of 2026-03-01: nothing flagged, but the day is incomplete (scan).",
    );
    expect(first([none(2), ...EMPTY_DAY.scans])).toBe(
      "Brief of 2026-03-01: nothing flagged, nothing undecided.",
    );
  });

  it("says that a scan was stopped, or that one has run for over a day", () => {
    const [scan] = EMPTY_DAY.scans;
    if (scan === undefined || scan.kind === "none") throw new Error("There is no scan.");
    const briefOf = (changed: BriefFacts["scans"][number]) =>
      shown(dailyBrief({ ...EMPTY_DAY, scans: [changed] }, ORIGIN));
    const late = briefOf({ ...scan, kind: "late" });
    expect(late.subject).toBe("[BRIEF] nothing flagged, but the day is incomplete - 2026-03-01");
    expect(late.email).toContain("a later one has run for over a day");
    const stopped = { ...scan, kind: "unfinished", coverage: 0 } as const;
    expect(briefOf(stopped).email).toContain(
      "project 1: NOT COMPLETE, 2026-03-02 09:30:00 UTC; scored: 0 % of",
    );
  });

  it("keeps the day in a subject of a length that SNS takes, and begins with the worst", () => {
    const { subject } = dailyBrief(FULL_DAY, { ...ORIGIN, translator: SPANISH });
    expect(subject).toBe(
      "[RESUMEN] 2 casos de SANCIONES abiertos, 1 caso vencido, 3 vencen en 7 días o menos - 2026-03-01",
    );
    expect(subjectLine(subject)).toMatch(/2026-03-01$/);
  });

  it("says where there is no seal, and where it is the first", () => {
    const textOf = (seal: BriefFacts["seal"]) => shown(dailyBrief({ ...EMPTY_DAY, seal }, ORIGIN)).email;
    expect(textOf({ kind: "corrupt", day: "2026-03-01" })).toContain(
      "Integrity seal of 2026-03-01 (UTC): keep this mail\n  The stored seal is invalid or was altered. Tell those who run Vigía, and keep this mail. The next seal covers these days.\n",
    );
    const first = sealAfter(undefined, { day: "2026-03-01", projectIds: [1], keptUntil: "2037-01-01" }, []);
    expect(textOf({ kind: "kept", seal: { ...first, events: 2 } })).toContain(
      "  This is the first seal. It covers 2 events of cases. If you have an earlier brief with a seal, its stored record is missing: tell those who run Vigía.\n",
    );
  });

  it("is bounded, for any names of laws and any number of projects", () => {
    const laws = Array.from({ length: 100 }, (_, index) => ({
      countryCode: "MX",
      name: `${"<https://evil.example> ".repeat(100)}${index}`,
      count: 1,
    }));
    const projectIds = Array.from({ length: 200 }, (_, index) => index + 1);
    const scans = projectIds.map((projectId) => ({ projectId, kind: "none" }) as const);
    const webhooks = scans;
    const facts = { ...FULL_DAY, received: { ...FULL_DAY.received, laws }, projectIds, scans, webhooks };
    const message = shown(dailyBrief(facts, ORIGIN));
    expect(message.email.length).toBeLessThan(8_000);
    expect(message.slack.description.length).toBeLessThan(3_000);
    expect(message.email).not.toContain("https://evil.example");
    expect(message.email).toContain("... and 80 more.");
    expect(message.email).toContain("... and 180 more.");
    expect(Buffer.byteLength(JSON.stringify(message.event))).toBeLessThan(60_000);
  });

  it("names to programs the first 50 laws", () => {
    const laws = Array.from({ length: 51 }, (_, index) => ({
      countryCode: "MX",
      name: `Law ${index}`,
      count: 51 - index,
    }));
    const { event } = dailyBrief({ ...FULL_DAY, received: { ...FULL_DAY.received, laws } }, ORIGIN);
    const [subject] = event.subjects();
    expect(subject).toMatchObject({ laws: laws.slice(0, 50), lawCount: 51 });
  });
});

describe("a duration", () => {
  it.each([
    [0, "0 s"],
    [1, "1 s"],
    [119_999, "120 s"],
    [120_000, "2 min"],
    [7_199_999, "2 h"],
    [7_200_000, "2 h"],
    [7_260_000, "2 h 1 min"],
    [129_600_000, "36 h"],
    [129_660_000, "36 h 1 min"],
    [172_800_001, "2 d 1 min"],
    [173_340_000, "2 d 9 min"],
    [183_600_000, "2 d 3 h"],
    [1_036_800_000, "12 d"],
  ])("of %s ms is %s", (ms, shown) => {
    expect(shownDuration(ms)).toBe(shown);
  });
});
