/** Messages about wallets as people read them, word by word. */

import { expect, it } from "vitest";
import { walletAlert } from "../../../lib/alerts/messages/wallet-alert.ts";
import { shown } from "../../support/shown-message.ts";
import { ORIGIN, sixWallets } from "./invented.ts";

it("lists some of many wallets that exceed, and counts the others", () => {
  expect(shown(walletAlert(sixWallets(), { ...ORIGIN, total: 7 }))).toEqual({
    event: expect.anything(),
    subject: "[WALLET] 7 wallets to review - project 1",
    email: `The scan found 7 wallets to review in project 1.

 1. 0xa1 on Arbitrum One (chain 42161)
    User:      u-1
    Score:     61 (previously 20), band “investigate”; the service says "high"
    Why:       the score is now above 60; the score rose by 15 or more; the service reports new suspicious activity
    Details:   "Funds of a mixer"
    Patterns:  mixer
    Status:    "under review" (cex, "{'id':1}")
    Explorer:  https://explorer.example/address/0xa1

 2. 0xa2 on chain 7
    User:      not known
    Score:     unknown, no band
    Why:       the service reports new suspicious activity
    Details:   none given
    Patterns:  none given
    Status:    clean

 3. 0xa3 on Arbitrum One (chain 42161)
    User:      not known
    Score:     63, band “investigate”
    Why:       the score is now above 60
    Details:   none given
    Patterns:  none given
    Status:    could not be fetched
    Explorer:  https://explorer.example/address/0xa3

 4. 0xa4 on Arbitrum One (chain 42161)
    User:      not known
    Score:     64, band “investigate”
    Why:       the score is now above 60
    Details:   none given
    Patterns:  none given
    Status:    could not be fetched
    Explorer:  https://explorer.example/address/0xa4

 5. 0xa5 on Arbitrum One (chain 42161)
    User:      not known
    Score:     65, band “investigate”
    Why:       the score is now above 60
    Details:   none given
    Patterns:  none given
    Status:    could not be fetched
    Explorer:  https://explorer.example/address/0xa5

 6. 0xa6 on Arbitrum One (chain 42161)
    User:      not known
    Score:     66, band “investigate”
    Why:       the score is now above 60
    Details:   none given
    Patterns:  none given
    Status:    could not be fetched
    Explorer:  https://explorer.example/address/0xa6

... and 1 more.

Look closer
  vigia notifications list --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`,
    slack: {
      title: "The scan found 7 wallets to review in project 1.",
      description: `• \`0xa1\` (<https://explorer.example/address/0xa1|explorer>) on Arbitrum One (chain 42161), user \`u-1\`: score 61 (previously 20), band “investigate”; the service says "high"; the score is now above 60; the score rose by 15 or more; the service reports new suspicious activity; status "under review" (cex, "{'id':1}")
• \`0xa2\` on chain 7, user \`not known\`: score unknown, no band; the service reports new suspicious activity; status clean
• \`0xa3\` (<https://explorer.example/address/0xa3|explorer>) on Arbitrum One (chain 42161), user \`not known\`: score 63, band “investigate”; the score is now above 60; status could not be fetched
• \`0xa4\` (<https://explorer.example/address/0xa4|explorer>) on Arbitrum One (chain 42161), user \`not known\`: score 64, band “investigate”; the score is now above 60; status could not be fetched
• \`0xa5\` (<https://explorer.example/address/0xa5|explorer>) on Arbitrum One (chain 42161), user \`not known\`: score 65, band “investigate”; the score is now above 60; status could not be fetched
... and 2 more.`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "project-1",
    },
  });
});

it("alerts to one wallet that exceeded the alert score", () => {
  expect(shown(walletAlert(sixWallets().slice(0, 1), { ...ORIGIN, total: 1 }))).toEqual({
    event: expect.anything(),
    subject: "[WALLET] Score 61 (previously 20) - user u-1 - 0xa1",
    email: `The scan found 1 wallet to review in project 1.

 1. 0xa1 on Arbitrum One (chain 42161)
    User:      u-1
    Score:     61 (previously 20), band “investigate”; the service says "high"
    Why:       the score is now above 60; the score rose by 15 or more; the service reports new suspicious activity
    Details:   "Funds of a mixer"
    Patterns:  mixer
    Status:    "under review" (cex, "{'id':1}")
    Explorer:  https://explorer.example/address/0xa1

Look closer
  vigia notifications list --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`,
    slack: {
      title: "The scan found 1 wallet to review in project 1.",
      description: `• \`0xa1\` (<https://explorer.example/address/0xa1|explorer>) on Arbitrum One (chain 42161), user \`u-1\`: score 61 (previously 20), band “investigate”; the service says "high"; the score is now above 60; the score rose by 15 or more; the service reports new suspicious activity; status "under review" (cex, "{'id':1}")`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "wallet-0xa1",
    },
  });
});
