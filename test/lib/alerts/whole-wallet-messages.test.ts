/** Messages about wallets and quarantined bodies as people read them, word by word. */

import { expect, it } from "vitest";
import { quarantineAlert } from "../../../lib/alerts/messages/quarantine-alert.ts";
import { walletAlert } from "../../../lib/alerts/messages/wallet-alert.ts";
import { ORIGIN, sixQuarantined, sixWallets } from "./invented.ts";

it("lists some of many wallets with a crossing, and counts the others", () => {
  expect(walletAlert(sixWallets(), { ...ORIGIN, total: 7 })).toEqual({
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
    attributes: { kind: "wallet", projectId: 1, chainId: ["42161", "7", "42161", "42161", "42161", "42161"] },
  });
});

it("alerts to one wallet that crossed the alert score", () => {
  expect(walletAlert(sixWallets().slice(0, 1), { ...ORIGIN, total: 1 })).toEqual({
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
    attributes: { kind: "wallet", projectId: 1, chainId: ["42161"] },
  });
});

it("alerts to a group of quarantined bodies", () => {
  expect(quarantineAlert(sixQuarantined(), ORIGIN)).toEqual({
    event: expect.anything(),
    subject: "[QUARANTINE] 6 unreadable messages in project 1",
    email: `6 authentic messages in project 1 did not match the schema and were answered with status 400.

  1#quarantined-1, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object
  1#quarantined-2, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object
  1#quarantined-3, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object; data.inflictedLaws.2: expected an object
  1#quarantined-4, received 2025-08-20 05:00:00 UTC; errors: 
  1#quarantined-5, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object; data.inflictedLaws.2: expected an object; data.inflictedLaws.3: expected an object; data.inflictedLaws.4: expected an object
  1#quarantined-6, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object; data.inflictedLaws.2: expected an object; data.inflictedLaws.3: expected an object; data.inflictedLaws.4: expected an object

Nothing is lost: Vigía keeps the messages whole. Compare the errors listed above with the service's documentation. Update Vigía or tell the service, then replay the messages.

Look closer
  vigia notifications list --kind quarantined --project 1 --stage dev

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`,
    slack: {
      title: "6 authentic messages in project 1 did not match the schema and were answered with status 400.",
      description: `\`1#quarantined-1\`, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object
\`1#quarantined-2\`, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object
\`1#quarantined-3\`, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object; data.inflictedLaws.2: expected an object
\`1#quarantined-4\`, received 2025-08-20 05:00:00 UTC; errors: 
\`1#quarantined-5\`, received 2025-08-20 05:00:00 UTC; errors: data.inflictedLaws.0: expected an object; data.inflictedLaws.1: expected an object; data.inflictedLaws.2: expected an object; data.inflictedLaws.3: expected an object; data.inflictedLaws.4: expected an object
... and 1 more.
Nothing is lost: Vigía keeps the messages whole. Compare the errors listed above with the service's documentation. Update Vigía or tell the service, then replay the messages.`,
      nextSteps: [
        "Look closer: `vigia notifications list --kind quarantined --project 1 --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "quarantine-1",
    },
    attributes: { countries: ["*"], kind: "quarantine", risk: "illegal", projectId: 1 },
  });
});
