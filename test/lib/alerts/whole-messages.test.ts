/** Messages about transactions as people read them, word by word. */

import { expect, it } from "vitest";
import { changeAlert } from "../../../lib/alerts/messages/change-alert.ts";
import { transactionAlert } from "../../../lib/alerts/messages/transaction-alert.ts";
import { ORIGIN, sixChanges, sixTransactions } from "./invented.ts";

it("alerts to a group of transactions, the worst first", () => {
  expect(transactionAlert(sixTransactions(), ORIGIN)).toEqual({
    event: expect.anything(),
    subject: "[ILLEGAL] 6 transactions flagged in project 1",
    email: `The service flagged 6 transactions in project 1 (high risk).
Received between 2025-08-20 05:11:00 UTC and 2025-08-20 05:16:00 UTC.

Worst first

 1. LFPIORPI (Mexico)
    User u-1: 0.000000000000000005 ETH (USD 50,000.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:16:00 UTC
    https://explorer.example/tx/0x6
    Notification 1#6

 2. A (Mexico); B (mexico)
    User u-1: 1 ETH (USD 3,000.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:15:00 UTC
    https://explorer.example/tx/0x5
    Notification 1#5

 3. A (Mexico); B (Mexico); C (Mexico) and 3 other laws
    User u-1: 0.000000000000000005 ETH (USD 20.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:14:00 UTC
    https://explorer.example/tx/0x4
    Notification 1#4

 4. LFPIORPI (Mexico)
    User u-1: 0.000000000000000005 ETH (USD 10.00)
    Wallet 0x1111111111111111111111111111111111111111 on chain 7
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:13:00 UTC
    Transaction 0x3
    Notification 1#3

 5. LFPIORPI (Mexico)
    User u-1: 5 (no symbol) (USD unknown)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:12:00 UTC
    https://explorer.example/tx/0x2
    Notification 1#2

 6. 
    User u-1: 0.000000000000000005 ETH (USD 900,000.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:11:00 UTC
    https://explorer.example/tx/0x1
    Notification 1#1

Look closer
  vigia notifications list --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`,
    slack: {
      title: "The service flagged 6 transactions in project 1 (high risk).",
      description: `Received between 2025-08-20 05:11:00 UTC and 2025-08-20 05:16:00 UTC.
• MX LFPIORPI - 0.000000000000000005 ETH (USD 50,000.00) - user \`u-1\` - \`1#6\`
• MX A and 1 other law - 1 ETH (USD 3,000.00) - user \`u-1\` - \`1#5\`
• MX A and 5 other laws - 0.000000000000000005 ETH (USD 20.00) - user \`u-1\` - \`1#4\`
• MX LFPIORPI - 0.000000000000000005 ETH (USD 10.00) - user \`u-1\` - \`1#3\`
• MX LFPIORPI - 5 (no symbol) (USD unknown) - user \`u-1\` - \`1#2\`
... and 1 more.`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "project-1",
    },
    attributes: {
      kind: "notification",
      risk: "illegal",
      projectId: 1,
      chainId: ["42161", "7"],
      countries: ["MX"],
    },
  });
});

it("alerts to a group of changes", () => {
  expect(changeAlert(sixChanges(), ORIGIN)).toEqual({
    event: expect.anything(),
    subject: "[ILLEGAL] Changed: 6 notifications in project 1",
    email: `Changed: 6 notifications in project 1. The service flags each of them (high risk).

 1. Notification 1#1 came again with other content: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): no law (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under LFPIORPI (MX) (received 2025-08-20 05:11:00 UTC).
    New: FLAGGED under LFPIORPI (MX).

 2. Notification 1#2 came again with other content: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): WARN under "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under LFPIORPI (MX) (received 2025-08-20 05:12:00 UTC).
    New: FLAGGED under LFPIORPI (MX).

 3. Notification 1#3 came again with other content: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): WARN under "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under A (MX), B (MX), C (MX), D (MX), E (MX) and 2 more laws (received 2025-08-20 05:13:00 UTC).
    New: FLAGGED under A (MX), B (MX), C (MX), D (MX), E (MX), F (MX), G (MX).

 4. Another transaction (another amount) came under the id of notification 1#4: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): WARN under "Fintech Law" (MX); user u-1, 0.000000000000000005 ETH (USD 1.00) (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under LFPIORPI (MX); user u-1, 1 ETH (USD 3,000.00) (received 2025-08-20 05:14:00 UTC).
    New: FLAGGED under LFPIORPI (MX).

 5. Notification 1#5 came again with other content: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): no longer readable (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under LFPIORPI (MX) (received 2025-08-20 05:15:00 UTC).
    New: FLAGGED under LFPIORPI (MX).

 6. Notification 1#6 came again with other content: user u-1, 1 ETH (USD 3,000.00)
    Before (first content): WARN under "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: FLAGGED under LFPIORPI (MX) (received 2025-08-20 05:16:00 UTC).
    New: FLAGGED under LFPIORPI (MX).

Vigía keeps and lists all contents that came with this id. The first one is unchanged.

Look closer
  vigia notifications list --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`,
    slack: {
      title: "Changed: 6 notifications in project 1. The service flags each of them (high risk).",
      description: `• \`1#1\` - New: FLAGGED under LFPIORPI (MX).
• \`1#2\` - New: FLAGGED under LFPIORPI (MX).
• \`1#3\` - New: FLAGGED under A (MX), B (MX), C (MX), D (MX), E (MX) and 2 more laws.
• \`1#4\` - another amount: 1 ETH - New: FLAGGED under LFPIORPI (MX).
• \`1#5\` - New: FLAGGED under LFPIORPI (MX).
... and 1 more.
Vigía keeps and lists all contents that came with this id. The first one is unchanged.`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "project-1",
    },
    attributes: { kind: "change", risk: "illegal", projectId: 1, chainId: ["42161", "7"], countries: ["MX"] },
  });
});
