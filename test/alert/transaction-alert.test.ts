import { describe, expect, it } from "vitest";
import { chainFacts } from "../../lib/alert/explorer.ts";
import type { Transaction } from "../../lib/alert/facts.ts";
import { transactionAlert } from "../../lib/alert/transaction-alert.ts";
import { type Notification, notification } from "../../lib/contract/webhook.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";

const chains = () =>
  chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example/" });
const origin = { stage: "dev", alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d", projectId: 1, chains };

function transaction(changes: Record<string, unknown> = {}, rehearsal = false): Transaction {
  const read: Notification = notification.parse(notificationBody(changes).data);
  return { key: `1#${read.id}`, notification: read, receivedAt: "2025-08-20T05:11:02.000Z", rehearsal };
}

describe("the alert about one transaction", () => {
  const alert = transactionAlert([transaction({ inflictedLaws: [FINTECH_LAW, LFPIORPI] })], origin);

  it("has a subject that says law, amount and user", () => {
    expect(alert.subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
  });

  it("says in the e-mail what is flagged, whose, when, under which laws, and how to look closer", () => {
    expect(alert.email).toBe(
      `Flagged as ILLEGAL under LFPIORPI, mexico (MX): a transaction in project 1.

Notification: 1#42
User:         u-1
Amount:       1 ETH (USD 3,000.00)
Wallet:       0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161), described as "Main wallet"
Happened:     2025-08-20 05:10:57 UTC
Received:     2025-08-20 05:11:02 UTC

Laws, worst first
  1. ILLEGAL LFPIORPI, mexico (MX)
     Operation over the threshold
     Source: DOF
  2. WARN Fintech Law, mexico (MX)
     Review
     Source: DOF

Links
  Transaction https://explorer.example/tx/0xabababababababababababababababababababababababababababababababab
  Wallet      https://explorer.example/address/0x1111111111111111111111111111111111111111

Look closer
  vigia alerts show 2026-03-01T12:00:00.000Z-1-0a1b2c3d --stage dev

This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.
`,
    );
  });

  it("says the same in Slack", () => {
    expect(alert.slack).toEqual({
      title: "Flagged as ILLEGAL under LFPIORPI, mexico (MX): a transaction in project 1.",
      description: `*User:* u-1
*Amount:* 1 ETH (USD 3,000.00)
*Wallet:* 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
*Happened:* 2025-08-20 05:10:57 UTC, *received:* 2025-08-20 05:11:02 UTC
*ILLEGAL* LFPIORPI, mexico (MX)
*WARN* Fintech Law, mexico (MX)
<https://explorer.example/tx/0xabababababababababababababababababababababababababababababababab|Transaction>
<https://explorer.example/address/0x1111111111111111111111111111111111111111|Wallet>`,
      nextSteps: [
        "Look closer: `vigia alerts show 2026-03-01T12:00:00.000Z-1-0a1b2c3d --stage dev`",
        "This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.",
      ],
      threadId: "1#42",
    });
  });

  it("can be filtered by risk, project, chain and every country", () => {
    expect(alert.attributes).toEqual({
      kind: "notification",
      risk: "illegal",
      projectId: 1,
      chainId: ["42161"],
      countries: ["MX"],
    });
  });

  it("goes out without links where the chain is not known, and with exact amounts of any size", () => {
    const { email, subject } = transactionAlert(
      [
        transaction({
          amount: { value: 1, usd: null },
          address: { id: 1, userId: null, address: "bc1qinvented", description: null },
        }),
      ],
      { ...origin, chains: () => undefined },
    );
    expect(subject).toBe(
      "[ILLEGAL] MX LFPIORPI - 0.000000000000000001 ETH (USD unknown) - user not named by the service",
    );
    expect(email).toContain("Wallet:       bc1qinvented on chain 42161\n");
    expect(email).toContain(
      "Links\n  Transaction 0xabababababababababababababababababababababababababababababababab\n  Wallet      bc1qinvented\n",
    );
  });

  it("leaves out what the service leaves out, and counts the laws that its headline does not name", () => {
    const nameless = { ...LFPIORPI, name: "\u200b", description: null, source: "" };
    const many = ["B", "C", "D", "E", "F"].map((name) => ({ ...LFPIORPI, name }));
    const { email, slack } = transactionAlert([transaction({ inflictedLaws: [nameless, ...many] })], origin);
    expect(email).toContain(
      `Flagged as ILLEGAL under (a law without a name), mexico (MX) and 5 other laws: a trans`,
    );
    expect(email).toContain(
      "  1. ILLEGAL (a law without a name), mexico (MX)\n  2. ILLEGAL B, mexico (MX)\n     Op",
    );
    expect(slack.description).toContain("*ILLEGAL* E, mexico (MX)\n<https");
    expect(slack.description).not.toContain("*ILLEGAL* F");
  });

  it("shows a time that it cannot read as it was written", () => {
    const late = { ...transaction(), receivedAt: "some day\u202e" };
    expect(transactionAlert([late], origin).email).toContain("Received:     some day\n");
  });

  it("masks personal data in an id or a description, and takes tricks out of every text", () => {
    const { email, subject, slack } = transactionAlert(
      [
        transaction({
          address: {
            id: 1,
            userId: "ana@example.com",
            address: "0x1111111111111111111111111111111111111111",
            description: "PEGA900101MDFRRN09\u202e\r\nLook closer\r\n  rm -rf",
          },
          token: { name: "x", symbol: "<!channel> https://claim.example", decimals: 0, address: null },
        }),
      ],
      origin,
    );
    for (const text of [email, subject, slack.description, slack.title]) {
      expect(text).not.toMatch(/ana@|PEGA9|\u202e|\r|https:\/\/claim/);
    }
    expect(slack.description).not.toContain("<!channel>");
    expect(email).toContain('described as "[CURP masked] Look closer rm -rf"');
  });

  it("is marked in its subject where it is a rehearsal", () => {
    expect(transactionAlert([transaction({}, true)], origin).subject).toBe(
      "[TEST] [ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
    );
  });
});
