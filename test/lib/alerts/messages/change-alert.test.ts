import { describe, expect, it } from "vitest";
import { changeAlert } from "../../../../lib/alerts/messages/change-alert.ts";
import type { ChangedContent } from "../../../../lib/alerts/messages/change-facts.ts";
import { notification } from "../../../../lib/contract/webhook.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";
import { origin as known } from "../one-chain.ts";

const origin = { ...known, chains: () => undefined };

const AFTER = [FINTECH_LAW, LFPIORPI];

function change(laws: readonly object[] = AFTER, isNew: readonly object[] = [LFPIORPI]): ChangedContent {
  const body = (inflictedLaws: readonly object[]) =>
    notification.parse(notificationBody({ inflictedLaws }).data);
  const now = body(laws);
  return {
    first: { key: "1#42", receivedAt: "2025-08-20T05:11:02.000Z", before: body([FINTECH_LAW]) },
    changed: {
      key: "1#42#AAAAAAAAAAAAAAAAAAAAAA",
      notification: now,
      receivedAt: "2025-08-20T06:00:00.000Z",
    },
    differs: [],
    newLaws: now.inflictedLaws.filter((_, index) => isNew.includes(laws[index] ?? {})),
  };
}

// The README has its full text, which test/readme.test.ts compares.
describe("the alert about a change", () => {
  it("says in the e-mail what was said before, what is said now, and what is new", () => {
    const { subject, email, attributes } = changeAlert([change()], origin);
    expect(attributes).toMatchObject({ kind: "change", risk: "illegal" });
    expect(subject).toBe("[ILLEGAL] Changed: MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
    expect(email.slice(0, email.indexOf("What it says now"))).toBe(
      `Changed: notification 1#42 came again with other content in project 1. The service flags it (high risk).
Before (first content): WARN under "Fintech Law" (MX) (received 2025-08-20 05:11:02 UTC).
Now: FLAGGED under LFPIORPI (MX); WARN under "Fintech Law" (MX) (received 2025-08-20 06:00:00 UTC).
New: FLAGGED under LFPIORPI (MX).

`,
    );
  });

  it("says what is graver than before, in place of laws where none is new", () => {
    const before = { usd: "0.01", timestamp: "2020-01-05T12:00:00Z", symbol: "SPAM" };
    const graver = { before, facts: ["usd", "time", "symbol"], cases: [] } as const;
    const line =
      "Graver than before: USD 3,000.00 instead of USD 0.01; it happened 2025-08-20 05:10:57 UTC instead of 2020-01-05 12:00:00 UTC, so a deadline changes; token ETH instead of SPAM.";
    const alone = changeAlert([{ ...change(AFTER, []), graver }], origin);
    expect(alone.email).toContain(`\n${line}\n`);
    expect(alone.email).not.toContain("New: ");
    expect(alone.slack.description).toContain(line);
    const both = changeAlert([{ ...change(), graver }], origin);
    expect(both.email).toContain(`New: FLAGGED under LFPIORPI (MX). ${line}`);
  });

  const withdrawnAt = "2025-08-20T05:30:00.000Z";

  it("says of a notification that is flagged again when the service withdrew it", () => {
    const { subject, email, slack } = changeAlert([{ ...change(AFTER, []), withdrawnAt }], origin);
    expect(subject).toBe("[ILLEGAL] Flagged again: MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
    expect(email.slice(0, email.indexOf("What it says now"))).toBe(
      `The service flags notification 1#42 in project 1 again (high risk).
Before: withdrawn by the service (received 2025-08-20 05:30:00 UTC).
Now: FLAGGED under LFPIORPI (MX); WARN under "Fintech Law" (MX) (received 2025-08-20 06:00:00 UTC).

`,
    );
    expect(slack.description).toMatch(/^Before: withdrawn by the service/);
  });

  it("says of a return with other news what the first content said, and when it was withdrawn", () => {
    const { email } = changeAlert([{ ...change(), withdrawnAt }], origin);
    expect(email).toMatch(/^Changed: .*\nBefore \(first content\): WARN/);
    expect(email).toContain(
      "\nNew: FLAGGED under LFPIORPI (MX). The service flags it again, after withdrawing it in a message received 2025-08-20 05:30:00 UTC.\n",
    );
  });

  it.each([
    [ENGLISH, "Before: not FLAGGED under LFPIORPI (MX) (message received 2025-08-20 05:30:00 UTC)."],
    [
      SPANISH,
      "Antes: no estaba SEÑALADA conforme a LFPIORPI (MX) (mensaje recibido el 19 de agosto de 2025, 23:30:00 (UTC-6)).",
    ],
  ])("names the laws that alone are illegal again, also in its subject", (translator, line) => {
    const second = { ...FINTECH_LAW, risk: "illegal" };
    const { changed, ...rest } = change([second, LFPIORPI], []);
    const lawsAgain = changed.notification.inflictedLaws.filter(({ name }) => name === "LFPIORPI");
    const again = { ...rest, changed, lawsAgain, withdrawnAt };
    const { subject, email, slack } = changeAlert([again], { ...origin, translator });
    expect(subject).toContain(" MX LFPIORPI - ");
    expect(email).toContain(`\n${line}\n`);
    expect(slack.description).toContain(line);
    const [one, other] = changeAlert([again, change()], { ...origin, translator }).slack.description.split(
      "\n",
    );
    expect(one).toBe(`• \`1#42\` - ${line}`);
    expect(other).toMatch(/(New|Nuevo): /);
  });

  it("says the same in Slack, in the thread of the notification", () => {
    expect(changeAlert([change()], origin).slack).toEqual({
      title:
        "Changed: notification 1#42 came again with other content in project 1. The service flags it (high risk).",
      description: `Before (first content): WARN under "Fintech Law" (MX) (received 2025-08-20 05:11:02 UTC).
Now: FLAGGED under LFPIORPI (MX); WARN under "Fintech Law" (MX) (received 2025-08-20 06:00:00 UTC).
New: FLAGGED under LFPIORPI (MX).
User \`u-1\`: 1 ETH (USD 3,000.00)
Vigía keeps and lists all contents that came with this id. The first one is unchanged.`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "1#42",
    });
  });

  it("names what is new first in every line, however many laws were there before", () => {
    const before = Array.from({ length: 30 }, (_, n) => ({ ...LFPIORPI, name: `Old${n}` }));
    const added = { ...LFPIORPI, name: "Added" };
    const one = change([...before, added], [added]);
    const { email, slack, subject } = changeAlert([one], origin);
    expect(subject).toContain("[ILLEGAL] Changed: MX Added - ");
    for (const text of [email, slack.description]) {
      expect(text).toContain(
        "Now: FLAGGED under Added (MX), Old0 (MX), Old1 (MX), Old2 (MX), Old3 (MX) and 26 more laws (",
      );
      expect(text).toContain("New: FLAGGED under Added (MX).\n");
    }
    expect(email).toContain("  1. FLAGGED Added (Mexico)\n");
  });

  it("names every law that is new", () => {
    const laws = Array.from({ length: 120 }, (_, n) => ({ ...LFPIORPI, name: `Law${n}` }));
    const { email, slack } = changeAlert([change(laws, laws)], origin);
    const [line] = email.split("\n").filter((text) => text.startsWith("New: "));
    expect(line?.match(/Law\d+ \(MX\)/g)).toEqual(laws.map(({ name }) => `${name} (MX)`));
    expect(slack.description).toContain("Law19 (MX) and 100 more laws.");
  });

  it("says of another transaction under the id that it is one, in what, and whose it was", () => {
    const other = change([LFPIORPI], [LFPIORPI]);
    const { email } = changeAlert([{ ...other, differs: ["user", "amount"] }], origin);
    expect(email).toMatch(
      /^Changed: another transaction \(another user, another amount\) came under the id of notification 1#42 in project 1\. The service flags it \(high risk\)\.\nBefore \(first content\): WARN under "Fintech Law" \(MX\); user u-1, 1 ETH \(USD 3,000\.00\) \(received .*\nNow: FLAGGED under LFPIORPI \(MX\); user u-1, 1 ETH/,
    );
  });

  it("says so where what was said before cannot be read any more", () => {
    const { first, ...rest } = change();
    expect(changeAlert([{ ...rest, first: { ...first, before: undefined } }], origin).email).toContain(
      "Before (first content): no longer readable (received 2025-08-20 05:11:02 UTC).\n",
    );
  });

  it("stays under 200 KB with all its forms at its largest", () => {
    const text = "漢".repeat(500);
    const laws = Array.from({ length: 1_000 }, () => ({
      ...LFPIORPI,
      name: text,
      countryCode: text,
      description: text,
    }));
    const token = { name: text, symbol: text, decimals: 18, address: text };
    const address = { id: "1", userId: text, address: text, description: text };
    const largest = (): ChangedContent => {
      const { first, changed, newLaws } = change(laws, laws);
      const said = { ...changed.notification, txHash: text, token, address: address };
      return {
        first: { ...first, before: said },
        changed: { ...changed, notification: said },
        differs: ["chain", "wallet", "transaction", "user", "amount", "decimals", "token"],
        newLaws,
      };
    };
    for (const changes of [Array<ChangedContent>(50).fill(largest()), [largest()]]) {
      expect(Buffer.byteLength(JSON.stringify(changeAlert(changes, origin)))).toBeLessThan(200_000);
    }
  });

  it("is not written about nothing", () => {
    expect(() => changeAlert([], origin)).toThrow("A change alert needs at least one change.");
  });

  it.each([
    [20, 20, undefined],
    [21, 20, "... and 1 more."],
  ])("lists %i changes as %i", (total, listed, more) => {
    const { email } = changeAlert(
      Array.from({ length: total }, () => change()),
      origin,
    );
    expect(email.match(/Notification 1#42 came/g)).toHaveLength(listed);
    expect(/^\.\.\. and .*$/m.exec(email)?.[0]).toBe(more);
  });

  it("counts the changes and the notifications where there are more changes", () => {
    const { subject, email, slack } = changeAlert(
      Array.from({ length: 59 }, () => change()),
      origin,
    );
    expect(subject).toBe("[ILLEGAL] Changed: 59 changes of 1 notification in project 1");
    const headline =
      "Changed: 59 changes of 1 notification in project 1. The service flags each of them (high risk).";
    expect(email.split("\n")[0]).toBe(headline);
    expect(slack.title).toBe(headline);
  });

  it("says of each other transaction in what it is another, and what it says there", () => {
    const { first, changed } = change([LFPIORPI], [LFPIORPI]);
    const as = (differs: ChangedContent["differs"], changes: Record<string, unknown>) => {
      const now = notification.parse(notificationBody(changes).data);
      return {
        ...{ first, differs, changed: { ...changed, notification: now }, newLaws: now.inflictedLaws },
      };
    };
    const token = { name: "T", symbol: "USDX", decimals: 6, address: "0x7777" };
    const group = [
      as(["wallet", "user"], { address: { id: 1, userId: "u-2", address: "0x2222", description: null } }),
      as(["chain"], { chainId: 10 }),
      as(["transaction"], { txHash: "0xcdcd" }),
      as(["amount"], { amount: { value: 5e18, usd: 3000 } }),
      as(["decimals", "token"], { token }),
    ];
    const { email, slack } = changeAlert(group, origin);
    const laws = "FLAGGED under LFPIORPI (MX)";
    expect(email.match(/(?<=^ {4}Now: ).*(?= \(received)/gm)).toEqual([
      `${laws}; user u-2, 1 ETH (USD 3,000.00), wallet 0x2222`,
      `${laws}; user u-1, 1 ETH (USD 3,000.00), on chain 10`,
      `${laws}; user u-1, 1 ETH (USD 3,000.00), hash 0xcdcd`,
      `${laws}; user u-1, 5 ETH (USD 3,000.00)`,
      `${laws}; user u-1, 1,000,000,000,000 USDX (USD 3,000.00), 6 decimals, token 0x7777`,
    ]);
    expect(email.match(/(?<=first content\): WARN under "Fintech Law" \(MX\); ).*(?= \(received)/g)).toEqual([
      "user u-1, 1 ETH (USD 3,000.00), wallet 0x1111111111111111111111111111111111111111",
      "user u-1, 1 ETH (USD 3,000.00), on chain 42161",
      `user u-1, 1 ETH (USD 3,000.00), hash 0x${"ab".repeat(32)}`,
      "user u-1, 1 ETH (USD 3,000.00)",
      "user u-1, 1 ETH (USD 3,000.00), 18 decimals, native token ETH",
    ]);
    expect(
      slack.description,
    ).toBe(`• \`1#42\` - another wallet: \`0x2222\`, another user: \`u-2\` - New: ${laws}.
• \`1#42\` - another chain: chain 10 - New: ${laws}.
• \`1#42\` - another hash: \`0xcdcd\` - New: ${laws}.
• \`1#42\` - another amount: 5 ETH - New: ${laws}.
• \`1#42\` - other decimals: 6, another token: \`0x7777\` - New: ${laws}.
Vigía keeps and lists all contents that came with this id. The first one is unchanged.`);
    const [one] = group;
    expect(one && changeAlert([one], origin).slack.description).toContain(
      `\nNow: ${laws}; user u-2, 1 ETH (USD 3,000.00), wallet 0x2222 (received`,
    );
  });
});
