/** Messages about transactions as people read them, word by word. */

import { expect, it } from "vitest";
import { changeAlert } from "../../lib/alert/change-alert.ts";
import { transactionAlert } from "../../lib/alert/transaction-alert.ts";
import { ORIGIN, sixChanges, sixTransactions } from "./invented.ts";

it("tells of a group of transactions, the worst first", () => {
  expect(transactionAlert(sixTransactions(), ORIGIN)).toEqual({
    subject: "[TEST] [ILLEGAL] 6 transactions flagged in project 1",
    email: `Flagged as ILLEGAL: 6 transactions in project 1.
Received between 2025-08-20 05:11:00 UTC and 2025-08-20 05:16:00 UTC.

Worst first

 1. LFPIORPI, mexico (MX)
    User u-1: 0.000000000000000005 ETH (USD 50,000.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:16:00 UTC
    https://explorer.example/tx/0x6
    Notification 1#6

 2. A, mexico (MX); B, mexico ()
    User u-1: 1 ETH (USD 3,000.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:15:00 UTC
    https://explorer.example/tx/0x5
    Notification 1#5

 3. A, mexico (MX); B, mexico (MX); C, mexico (MX) and 3 other laws
    User u-1: 0.000000000000000005 ETH (USD 20.00)
    Wallet 0x1111111111111111111111111111111111111111 on Arbitrum One (chain 42161)
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:14:00 UTC
    https://explorer.example/tx/0x4
    Notification 1#4

 4. LFPIORPI, mexico (MX)
    User u-1: 0.000000000000000005 ETH (USD 10.00)
    Wallet 0x1111111111111111111111111111111111111111 on chain 7
    Happened 2025-08-20 05:10:57 UTC, received 2025-08-20 05:13:00 UTC
    Transaction 0x3
    Notification 1#3

 5. LFPIORPI, mexico (MX)
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
  vigia notifications list --project 1 --risk illegal --since 2025-08-20T05:11:00.000Z --limit 6 --rehearsals --stage dev

This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.
`,
    slack: {
      title: "Flagged as ILLEGAL: 6 transactions in project 1.",
      description: `Received between 2025-08-20 05:11:00 UTC and 2025-08-20 05:16:00 UTC.
• MX LFPIORPI - 0.000000000000000005 ETH (USD 50,000.00) - user \`u-1\` - \`1#6\`
• MX A - 1 ETH (USD 3,000.00) - user \`u-1\` - \`1#5\`
• MX A - 0.000000000000000005 ETH (USD 20.00) - user \`u-1\` - \`1#4\`
• MX LFPIORPI - 0.000000000000000005 ETH (USD 10.00) - user \`u-1\` - \`1#3\`
• MX LFPIORPI - 5 (no symbol) (USD unknown) - user \`u-1\` - \`1#2\`
... and 1 more.`,
      nextSteps: [
        "List them: `vigia notifications list --project 1 --risk illegal --since 2025-08-20T05:11:00.000Z --limit 6 --rehearsals --stage dev`",
        "This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.",
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

it("tells of a group of changes", () => {
  expect(changeAlert(sixChanges(), ORIGIN)).toEqual({
    subject: "[TEST] [ILLEGAL] Changed: 6 notifications in project 1",
    email: `Changed to ILLEGAL: 6 notifications in project 1 came again with other content.

 1. Notification 1#1, user u-1: 1 ETH (USD 3,000.00)
    Before: no law (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:11:00 UTC).

 2. Notification 1#2, user u-1: 1 ETH (USD 3,000.00)
    Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:12:00 UTC).

 3. Notification 1#3, user u-1: 1 ETH (USD 3,000.00)
    Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL A (MX), ILLEGAL B (MX), ILLEGAL C (MX), ILLEGAL D (MX), ILLEGAL E (MX) and 2 more (received 2025-08-20 05:13:00 UTC).

 4. Notification 1#4, user u-1: 1 ETH (USD 3,000.00)
    Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:14:00 UTC).

 5. Notification 1#5, user u-1: 1 ETH (USD 3,000.00)
    Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:15:00 UTC).

 6. Notification 1#6, user u-1: 1 ETH (USD 3,000.00)
    Before: WARN "Fintech Law" (MX) (received 2025-08-20 05:00:00 UTC).
    Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:16:00 UTC).

Both versions are kept; the first one stays current and shows that it was contradicted.

Look closer, at each by its id
  vigia notifications show 1#1 --stage dev

This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.
`,
    slack: {
      title: "Changed to ILLEGAL: 6 notifications in project 1 came again with other content.",
      description: `• \`1#1\` - Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:11:00 UTC).
• \`1#2\` - Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:12:00 UTC).
• \`1#3\` - Now: ILLEGAL A (MX), ILLEGAL B (MX), ILLEGAL C (MX), ILLEGAL D (MX), ILLEGAL E (MX) and 2 more (received 2025-08-20 05:13:00 UTC).
• \`1#4\` - Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:14:00 UTC).
• \`1#5\` - Now: ILLEGAL LFPIORPI (MX) (received 2025-08-20 05:15:00 UTC).
... and 1 more.
Both versions are kept; the first one stays current and shows that it was contradicted.`,
      nextSteps: [
        "Look closer, at each by its id: `vigia notifications show 1#1 --stage dev`",
        "This message carries no personal data: users are named by your own ids. Flagged is not guilty: look before you act.",
      ],
      threadId: "project-1",
    },
    attributes: { kind: "change", risk: "illegal", projectId: 1, chainId: ["42161", "7"], countries: ["MX"] },
  });
});
