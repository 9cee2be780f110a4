/** A message about transactions as people read it, word by word. */

import { expect, it } from "vitest";
import { transactionAlert } from "../../../lib/alerts/messages/transaction-alert.ts";
import { shown } from "../../support/shown-message.ts";
import { fourRevisions, ORIGIN, sixTransactions } from "./invented.ts";

it("alerts to a group of new and revised contents", () => {
  const group = [...sixTransactions().slice(1, 4), ...fourRevisions().slice(2)];
  const { subject, email, slack } = shown(transactionAlert(group, ORIGIN));
  expect(subject).toBe("[ILLEGAL] 5 transactions flagged in project 1");
  expect(email).toBe(`The service flagged 5 transactions in project 1 (high risk).

2 of them are notifications that the service revised.
Received between 2025-08-20 05:12:00 UTC and 2025-08-20 05:14:00 UTC.

 1. Revised: A (Mexico); B (Mexico); C (Mexico); D (Mexico); E (Mexico); F (Mexico); G (Mexico)
    New:           FLAGGED under A (MX), B (MX), C (MX), D (MX), E (MX), F (MX), G (MX). Before: WARN under "Fintech Law" (MX), received 2025-08-20 05:00:00 UTC.
    Notification:  1#3
    User:          u-1
    Amount:        1 ETH (USD 3,000.00)
    Wallet:        0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Explorer:      https://explorer.example/address/0x1111111111111111111111111111111111111111
    Transaction:   https://explorer.example/tx/0x3
    Happened:      2025-08-20 05:10:57 UTC
    Received:      2025-08-20 05:13:00 UTC

 2. Revised: LFPIORPI (Mexico)
    New:           FLAGGED under LFPIORPI (MX). Before: a message that can no longer be read, received 2025-08-20 05:00:00 UTC.
    Notification:  1#4
    User:          u-1
    Amount:        1 ETH (USD 3,000.00)
    Wallet:        0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Explorer:      https://explorer.example/address/0x1111111111111111111111111111111111111111
    Transaction:   https://explorer.example/tx/0x4
    Happened:      2025-08-20 05:10:57 UTC
    Received:      2025-08-20 05:14:00 UTC

 3. A (Mexico); B (Mexico); C (Mexico); D (Mexico); E (Mexico); F (Mexico)
    Notification:  1#4
    User:          u-1
    Amount:        0.000000000000000005 ETH (USD 20.00)
    Wallet:        0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Explorer:      https://explorer.example/address/0x1111111111111111111111111111111111111111
    Transaction:   https://explorer.example/tx/0x4
    Happened:      2025-08-20 05:10:57 UTC
    Received:      2025-08-20 05:14:00 UTC

 4. LFPIORPI (Mexico)
    Notification:  1#3
    User:          u-1
    Amount:        0.000000000000000005 ETH (USD 10.00)
    Wallet:        0x1111111111111111111111111111111111111111 on chain 7
    Transaction:   0x3
    Happened:      2025-08-20 05:10:57 UTC
    Received:      2025-08-20 05:13:00 UTC

 5. LFPIORPI (Mexico)
    Notification:  1#2
    User:          u-1
    Amount:        5 (no symbol) (USD unknown)
    Wallet:        0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Explorer:      https://explorer.example/address/0x1111111111111111111111111111111111111111
    Transaction:   https://explorer.example/tx/0x2
    Happened:      2025-08-20 05:10:57 UTC
    Received:      2025-08-20 05:12:00 UTC

Look closer
  vigia notifications list --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`);
  expect(slack).toEqual({
    title: "The service flagged 5 transactions in project 1 (high risk).",
    description: `2 of them are notifications that the service revised.
Received between 2025-08-20 05:12:00 UTC and 2025-08-20 05:14:00 UTC.
• Revised: MX A and 6 other laws - 1 ETH (USD 3,000.00) - user \`u-1\` - \`1#3\`
• Revised: MX LFPIORPI - 1 ETH (USD 3,000.00) - user \`u-1\` - \`1#4\`
• MX A and 5 other laws - 0.000000000000000005 ETH (USD 20.00) - user \`u-1\` - \`1#4\`
• MX LFPIORPI - 0.000000000000000005 ETH (USD 10.00) - user \`u-1\` - \`1#3\`
• MX LFPIORPI - 5 (no symbol) (USD unknown) - user \`u-1\` - \`1#2\``,
    nextSteps: [
      "Look closer: `vigia notifications list --stage dev`",
      "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
    ],
    threadId: "project-1",
  });
});
