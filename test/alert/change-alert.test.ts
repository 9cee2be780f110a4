import { describe, expect, it } from "vitest";
import { type Change, changeAlert } from "../../lib/alert/change-alert.ts";
import { notification } from "../../lib/contract/webhook.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";

const origin = { stage: "dev", projectId: 1, chains: () => undefined };

function change(): Change {
  return {
    first: {
      key: "1#42",
      kind: "notification",
      risk: "warn",
      projectId: 1,
      id: "42",
      laws: [{ name: "Fintech Law", risk: "warn", country: "mexico", countryCode: "MX" }],
      receivedAt: "2025-08-20T05:11:02.000Z",
      repeats: 0,
      alert: { state: "none" },
      delivery: "first-delivery",
      content: "first-content",
      raw: new Uint8Array(),
      expiresAt: 0,
    },
    changed: {
      key: "1#42#second-content",
      notification: notification.parse(notificationBody({ inflictedLaws: [FINTECH_LAW, LFPIORPI] }).data),
      receivedAt: "2025-08-20T06:00:00.000Z",
      rehearsal: false,
    },
  };
}

describe("the alert about a change for the worse", () => {
  it("says in the e-mail what was said before, what is said now, and that both are kept", () => {
    const { subject, email } = changeAlert([change()], origin);
    expect(subject).toBe("[ILLEGAL] Changed: MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
    expect(email).toBe(`Changed to ILLEGAL: notification 1#42 in project 1 came again with other content.
Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:11:02 UTC).
Now: WARN "Fintech Law" (MX), ILLEGAL LFPIORPI (MX) (received 2025-08-20 06:00:00 UTC).

What it says now
User:         u-1
Amount:       1 ETH (USD 3,000.00)
Wallet:       0x1111111111111111111111111111111111111111 on chain 42161, described as "Main wallet"
Happened:     2025-08-20 05:10:57 UTC
Received:     2025-08-20 06:00:00 UTC

Laws, worst first
  1. ILLEGAL LFPIORPI, mexico (MX)
     "Operation over the threshold"
     Source: DOF
  2. WARN "Fintech Law", mexico (MX)
     "Review"
     Source: DOF

Links
  Transaction 0xabababababababababababababababababababababababababababababababab
  Wallet      0x1111111111111111111111111111111111111111

Both versions are kept; the first one stays current and shows that it was contradicted.

Look closer
  vigia notifications show 1#42 --stage dev

This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.
`);
  });

  it("says the same in Slack, in the thread of the notification", () => {
    expect(changeAlert([change()], origin).slack).toEqual({
      title: "Changed to ILLEGAL: notification 1#42 in project 1 came again with other content.",
      description: `Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:11:02 UTC).
Now: WARN "Fintech Law" (MX), ILLEGAL LFPIORPI (MX) (received 2025-08-20 06:00:00 UTC).
User \`u-1\`: 1 ETH (USD 3,000.00)
Both versions are kept; the first one stays current and shows that it was contradicted.`,
      nextSteps: [
        "Look closer: `vigia notifications show 1#42 --stage dev`",
        "This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.",
      ],
      threadId: "1#42",
    });
  });

  it("is marked in its subject where it is a rehearsal", () => {
    const { changed, first } = change();
    expect(changeAlert([{ first, changed: { ...changed, rehearsal: true } }], origin).subject).toBe(
      "[TEST] [ILLEGAL] Changed: MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
    );
  });

  it("is not written about nothing", () => {
    expect(() => changeAlert([], origin)).toThrow("A change alert needs at least one change.");
  });

  it.each([
    [20, 20, undefined],
    [21, 20, "... and 1 more."],
  ])("lists %i changes as %i", (total, listed, more) => {
    const { email } = changeAlert(Array.from({ length: total }, change), origin);
    expect(email.match(/Notification 1#42/g)).toHaveLength(listed);
    expect(/^\.\.\. and .*$/m.exec(email)?.[0]).toBe(more);
  });

  it("is one message for many changes", () => {
    const { subject, email } = changeAlert(
      Array.from({ length: 30 }, () => change()),
      origin,
    );
    expect(subject).toBe("[ILLEGAL] Changed: 30 notifications in project 1");
    expect(email).toContain("... and 10 more.");
    expect(email.match(/Notification 1#42/g)).toHaveLength(20);
  });
});
