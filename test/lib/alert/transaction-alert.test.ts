import { describe, expect, it } from "vitest";
import { chainFacts } from "../../../lib/alert/explorer.ts";
import type { Transaction } from "../../../lib/alert/facts.ts";
import { transactionAlert } from "../../../lib/alert/transaction-alert.ts";
import { type Notification, notification } from "../../../lib/contract/webhook.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";

const chains = () =>
  chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example/" });
const origin = { stage: "dev", alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d", projectId: 1, chains };

function transaction(changes: Record<string, unknown> = {}, rehearsal = false): Transaction {
  const read: Notification = notification.parse(notificationBody(changes).data);
  return { key: `1#${read.id}`, notification: read, receivedAt: "2025-08-20T05:11:02.000Z", rehearsal };
}

// What it says in full stands in the README, and is compared in test/readme.test.ts.
describe("the alert about one transaction", () => {
  const alert = transactionAlert([transaction({ inflictedLaws: [FINTECH_LAW, LFPIORPI] })], origin);

  it("has a subject that says law, amount and user", () => {
    expect(alert.subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
  });

  it("has a thread of its own in Slack", () => {
    expect(alert.slack.threadId).toBe("1#42");
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
      '  1. ILLEGAL (a law without a name), mexico (MX)\n  2. ILLEGAL B, mexico (MX)\n     "Op',
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

  it("cannot be made to speak of somebody else by a symbol, a law or a description", () => {
    const { email, subject, slack } = transactionAlert(
      [
        transaction({
          address: { id: 1, userId: "u_1_", address: "0x1", description: '" on X\u2028User: u-9' },
          token: { name: "x", symbol: "ETH (USD 1) - user u-9", decimals: 18, address: null },
          inflictedLaws: [
            { ...LFPIORPI, name: "claim evil．com", description: "ok\nUser: u-9", source: "a (b)" },
          ],
        }),
      ],
      origin,
    );
    expect(subject).toBe(
      '[ILLEGAL] MX "claim evil[.]com" - 1 "ETH (USD 1) - user u-9" (USD 3,000.00) - user u_1_',
    );
    expect(email).toContain('User:         u_1_\nAmount:       1 "ETH (USD 1) - user u-9" (USD 3,000.00)\n');
    expect(email).toContain(`described as "' on X User: u-9"\n`);
    expect(email).toContain(
      `1. ILLEGAL "claim evil[.]com", mexico (MX)\n     "ok User: u-9"\n     Source: "a (b)"`,
    );
    expect(email.match(/^User: /gm)).toHaveLength(1);
    expect(slack.description).toContain("*User:* `u_1_`\n");
  });

  it("keeps text from right to left apart from what stands beside it", () => {
    const { email, subject } = transactionAlert(
      [transaction({ token: { name: "x", symbol: "שקל", decimals: 18, address: null } })],
      origin,
    );
    expect(email).toContain("Amount:       1 \u2068שקל\u2069 (USD 3,000.00)");
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ??? (USD 3,000.00) - user u-1");
  });

  it("is marked in its subject where it is a rehearsal", () => {
    expect(transactionAlert([transaction({}, true)], origin).subject).toBe(
      "[TEST] [ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
    );
  });
});
