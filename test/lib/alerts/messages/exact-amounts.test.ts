/** Amounts of which a double would lose digits, in every form of an alert. */

import { expect, it } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { origin, revised, transaction } from "../one-chain.ts";

const AMOUNT = { value: JSON.rawJSON("12345678901234567890"), usd: JSON.rawJSON("123456789012345678.91") };
const SHOWN = "12.34567890123456789 ETH (USD 123,456,789,012,345,678.91)";

it.each([
  ["one transaction", [transaction({ amount: AMOUNT })]],
  ["a revision", [revised({ amount: AMOUNT })]],
  ["several", [transaction({ id: 41 }), transaction({ amount: AMOUNT })]],
])("are shown whole, and whole in the event: %s", (_, transactions) => {
  const { email, slack, event } = shown(transactionAlert(transactions, origin));
  expect(email).toContain(SHOWN);
  expect(slack.description).toContain(SHOWN);
  const amount = expect.objectContaining({ value: "12345678901234567890", units: "12.34567890123456789" });
  const subject = expect.objectContaining({ amount, usd: "123456789012345678.91" });
  expect(event).toMatchObject({ subjects: expect.arrayContaining([subject]) });
});

it("are whole in the subject", () => {
  const { subject } = shown(transactionAlert([transaction({ amount: AMOUNT })], origin));
  expect(subject).toContain("12.34567890123456789 ETH (USD 123,456,789,012,345,678.91)");
});
