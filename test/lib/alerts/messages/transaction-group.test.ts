import { describe, expect, it } from "vitest";
import type { Transaction } from "../../../../lib/alerts/messages/facts.ts";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { LFPIORPI } from "../../../support/notifications.ts";
import { shown } from "../../../support/shown-message.ts";
import { origin, revised, transaction, withCase } from "../one-chain.ts";

function alertOf(group: readonly Transaction[]) {
  return shown(transactionAlert(group, origin));
}

describe("the alert about a group", () => {
  it("lists what is worth most first", () => {
    const group = Array.from({ length: 23 }, (_, index) =>
      transaction({
        id: index,
        amount: { value: 10, usd: index },
        token: { name: "T", symbol: "T", decimals: 0 },
      }),
    );
    const { subject, slack } = alertOf(group);
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
    [5, undefined, undefined],
    [6, undefined, "... and 1 more."],
    [20, undefined, "... and 15 more."],
    [21, "... and 1 more.", "... and 16 more."],
    [1_025, "... and 1,005 more.", "... and 1,020 more."],
  ])("of %i says in the e-mail and in Slack how many are not shown", (count, inEmail, inSlack) => {
    const { email, slack } = alertOf(Array.from({ length: count }, (_, id) => transaction({ id })));
    const more = /^\.\.\. and .*$/m;
    expect(more.exec(email)?.[0]).toBe(inEmail);
    expect(more.exec(slack.description)?.[0]).toBe(inSlack);
  });

  it("names new and revised ones together, and says how many were revised and when the first case is due", () => {
    const { subject, email, slack } = alertOf([
      withCase(transaction({ id: 1 }), false, "2025-09-18T00:00:00.000Z"),
      withCase(revised({ id: 2, amount: { value: 10, usd: 9 } }), true, "2025-09-17T00:00:00.000Z"),
    ]);
    expect(subject).toBe("[ILLEGAL] 2 transactions flagged in project 1");
    expect(email).toContain(`The first case is due 2025-09-17 00:00:00 UTC.
1 of them is a notification that the service revised.
Received between 2025-08-20 05:11:02 UTC and 2025-08-20 06:00:00 UTC.
`);
    expect(email).toContain(
      "\n 2. Revised: LFPIORPI (Mexico)\n    Due:           2025-09-17 00:00:00 UTC\n    New:  ",
    );
    expect(slack.description).toContain("\n• Revised: MX LFPIORPI - 0.00000000000000001 ETH (USD 9.00)");
  });

  it("puts a transaction on a sanctions list first, in its subject too, however many laws and dollars others have", () => {
    const laws = Array.from({ length: 10 }, (_, index) => ({ ...LFPIORPI, name: `Law ${index}` }));
    const listed = [...laws, { ...LFPIORPI, name: "OFAC SDN", country: "USA", countryCode: "US" }];
    const group = Array.from({ length: 30 }, (_, index) =>
      transaction({
        id: index,
        amount: { value: 10, usd: index },
        inflictedLaws: index === 0 ? listed : laws,
      }),
    );
    const { subject, email } = alertOf(group);
    expect(subject).toBe('[ILLEGAL] US "OFAC SDN": 1 of 30 transactions flagged in project 1');
    expect(email).toContain('\n 1. "OFAC SDN" (United States); "Law 0" (Mexico)');
    const pair = alertOf([
      transaction({
        id: 1,
        amount: { value: 10, usd: 1 },
        inflictedLaws: [LFPIORPI, { ...LFPIORPI, name: "OFAC SDN", risk: "warn" }],
      }),
      transaction({ id: 2, inflictedLaws: laws }),
    ]);
    expect(pair.email).toContain('\n 1. "Law 0" (Mexico)');
    expect(pair.subject).toBe("[ILLEGAL] 2 transactions flagged in project 1");
  });

  it("counts every illegal law of a transaction", () => {
    const laws = (count: number) => Array.from({ length: count }, (_, n) => ({ ...LFPIORPI, name: `I${n}` }));
    const group = [10, 11, 60].map((count) => transaction({ id: count, inflictedLaws: laws(count) }));
    const named = Array.from({ length: 10 }, (_, n) => `I${n} (Mexico)`).join("; ");
    expect(alertOf(group).email.match(/^ \d\. .*$/gm)).toEqual([
      ` 1. ${named}`,
      ` 2. ${named} and 1 other law`,
      ` 3. ${named} and 50 other laws`,
    ]);
  });

  it("is not written about nothing", () => {
    expect(() => transactionAlert([], origin)).toThrow("An alert needs at least one transaction.");
  });
});
