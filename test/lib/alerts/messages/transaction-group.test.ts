import { describe, expect, it } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { LFPIORPI } from "../../../support/notifications.ts";
import { origin, transaction } from "../one-chain.ts";

describe("the alert about a group", () => {
  it("lists the worst by USD", () => {
    const group = Array.from({ length: 23 }, (_, index) =>
      transaction({
        id: index,
        amount: { value: 10, usd: index },
        token: { name: "T", symbol: "T", decimals: 0 },
      }),
    );
    const { subject, slack } = transactionAlert(group, origin);
    expect(subject).toBe("[ILLEGAL] 23 transactions flagged in project 1");
    expect(slack.description).toBe(`Received between 2025-08-20 05:11:02 UTC and 2025-08-20 05:11:02 UTC.
• MX LFPIORPI - 10 T (USD 22.00) - user \`u-1\` - \`1#22\`
• MX LFPIORPI - 10 T (USD 21.00) - user \`u-1\` - \`1#21\`
• MX LFPIORPI - 10 T (USD 20.00) - user \`u-1\` - \`1#20\`
• MX LFPIORPI - 10 T (USD 19.00) - user \`u-1\` - \`1#19\`
• MX LFPIORPI - 10 T (USD 18.00) - user \`u-1\` - \`1#18\`
... and 18 more.`);
  });

  it.each([
    [5, "Worst first", undefined, undefined],
    [6, "Worst first", undefined, "... and 1 more."],
    [20, "Worst first", undefined, "... and 15 more."],
    [21, "The 20 worst", "... and 1 more.", "... and 16 more."],
    [1_025, "The 20 worst", "... and 1,005 more.", "... and 1,020 more."],
  ])("of %i says in the e-mail and in Slack how many are not shown", (count, title, inEmail, inSlack) => {
    const { email, slack } = transactionAlert(
      Array.from({ length: count }, (_, id) => transaction({ id })),
      origin,
    );
    const more = /^\.\.\. and .*$/m;
    expect(email.split("\n")[3]).toBe(title);
    expect(more.exec(email)?.[0]).toBe(inEmail);
    expect(more.exec(slack.description)?.[0]).toBe(inSlack);
  });

  it("lists a transaction on a sanctions list before others of more money, however many laws and others there are", () => {
    const laws = Array.from({ length: 10 }, (_, index) => ({ ...LFPIORPI, name: `Law ${index}` }));
    const listed = [{ ...LFPIORPI, name: "OFAC SDN", country: "USA", countryCode: "US" }, ...laws];
    const group = Array.from({ length: 30 }, (_, index) =>
      transaction({
        id: index,
        amount: { value: 10, usd: index },
        inflictedLaws: index === 0 ? listed : laws,
      }),
    );
    expect(transactionAlert(group, origin).email).toContain('\n 1. "OFAC SDN" (USA, US); "Law 0" (Mexico)');
    const warned = listed.map((law) => ({ ...law, risk: "warn" }));
    const pair = [transaction({ id: 1, inflictedLaws: warned }), transaction({ id: 2, inflictedLaws: laws })];
    expect(transactionAlert(pair, origin).email).toContain('\n 1. "Law 0" (Mexico)');
  });

  it("counts every illegal law of a transaction", () => {
    const laws = (count: number) => Array.from({ length: count }, (_, n) => ({ ...LFPIORPI, name: `I${n}` }));
    const group = [3, 4, 60].map((count) => transaction({ id: count, inflictedLaws: laws(count) }));
    const named = "I0 (Mexico); I1 (Mexico); I2 (Mexico)";
    expect(transactionAlert(group, origin).email.match(/^ \d\. .*$/gm)).toEqual([
      ` 1. ${named}`,
      ` 2. ${named} and 1 other law`,
      ` 3. ${named} and 57 other laws`,
    ]);
  });

  it("is not written about nothing", () => {
    expect(() => transactionAlert([], origin)).toThrow("An alert needs at least one transaction.");
  });

  it("stays under 200 KB with all its forms at its largest", () => {
    const text = "漢".repeat(500);
    const law = {
      ...LFPIORPI,
      name: text,
      country: text,
      countryCode: text,
      description: text,
      source: text,
    };
    const group = Array.from({ length: 50 }, (_, id) =>
      transaction({
        id,
        address: { id: 1, userId: text, address: text, description: text },
        txHash: text,
        token: { name: text, symbol: text, decimals: 18, address: text },
        // Twenty transactions are listed: of the others the number of laws shows nowhere.
        inflictedLaws: Array.from({ length: id < 30 ? 1_000 : 20 }, () => law),
      }),
    );
    for (const alert of [transactionAlert(group, origin), transactionAlert(group.slice(0, 1), origin)]) {
      expect(Buffer.byteLength(JSON.stringify(alert))).toBeLessThan(200_000);
    }
  });
});
