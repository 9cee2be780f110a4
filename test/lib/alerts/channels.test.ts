/** What every channel keeps to, for every kind of message. */

import { describe, expect, it } from "vitest";
import { CHANNELS } from "../../../lib/alerts/channels/channels.ts";
import type { Transaction } from "../../../lib/alerts/messages/facts.ts";
import type { AlertMessage } from "../../../lib/alerts/messages/message.ts";
import { quarantineAlert } from "../../../lib/alerts/messages/quarantine-alert.ts";
import { serviceErrorAlert } from "../../../lib/alerts/messages/service-error-alert.ts";
import { transactionAlert } from "../../../lib/alerts/messages/transaction-alert.ts";
import { unknownKeyAlert } from "../../../lib/alerts/messages/unknown-key-alert.ts";
import { walletAlert } from "../../../lib/alerts/messages/wallet-alert.ts";
import { type Publication, publicationOf } from "../../../lib/alerts/publish.ts";
import type { Translator } from "../../../lib/i18n/translator.ts";
import { LFPIORPI } from "../../support/notifications.ts";
import { ENGLISH, SPANISH } from "../../support/translators.ts";
import { ORIGIN, sixQuarantined, sixWallets, UNREADABLE_CASE } from "./invented.ts";
import { revised, transaction, withCase } from "./one-chain.ts";

/** What must reach no reader of a message: the desk has it. */
const KEPT_AT_THE_DESK = [
  "Juan Pérez",
  "GODE561231GR8",
  "ana@example.com",
  "session has expired",
  "/sign-in",
];

/** What a sender may try in every field of text. */
const HOSTILE = {
  address: {
    id: 1,
    userId: "ana@example.com",
    address: "https://evil.example/a<!channel>",
    description: "Cartera de Juan Pérez García, RFC GODE561231GR8",
  },
  txHash: "0x1|https://evil.example>",
  token: {
    name: "x",
    symbol: "<!channel> https://evil.example \u202e",
    decimals: 0,
    address: "ana@example.com",
  },
  inflictedLaws: [
    {
      ...LFPIORPI,
      name: "*claim* <https://evil.example|here> \r\n",
      country: "ana@example.com",
      description: "Your desk session has expired",
      source: "https://evil.example/sign-in",
    },
  ],
};

const messages = (translator: Translator, transactions: readonly Transaction[]): [string, AlertMessage][] => {
  const origin = { ...ORIGIN, translator, desk: "https://desk.example" };
  const hostileKey = "https://evil.example\u202e ana@example.com <!channel>";
  const bodies = sixQuarantined();
  const wallets = sixWallets().map((wallet) => ({
    ...wallet,
    wallet: { ...wallet.wallet, userId: HOSTILE.address.userId, address: HOSTILE.address.address },
  }));
  return [
    ["one transaction", transactionAlert(transactions.slice(0, 1), origin)],
    ["several transactions", transactionAlert(transactions, origin)],
    ["bodies in quarantine", quarantineAlert(bodies, UNREADABLE_CASE, origin)],
    [
      "errors of the service",
      serviceErrorAlert({ key: "1#error#d-1", receivedAt: "2026-03-01T12:00:00Z" }, origin),
    ],
    ["an unknown key", unknownKeyAlert(hostileKey, origin)],
    ["wallets", walletAlert(wallets, { ...origin, total: 6 })],
  ];
};

const OUR_LINK = /https:\/\/(?:desk|explorer)\.example\/\S*/g;

const textOf = (texts: Publication["texts"], name: string) =>
  texts.find(({ channel }) => channel.name === name)?.text ?? "";

const MADE = { alertId: ORIGIN.alertId, at: new Date("2026-03-01T12:00:00.000Z") };
const hostile = [transaction(HOSTILE), withCase(revised(HOSTILE), true)];

describe.each([ENGLISH, SPANISH])("in $language", (translator) => {
  describe.each(messages(translator, hostile))("a message about %s", (_, message) => {
    const { texts } = publicationOf(message, MADE);

    it.each(CHANNELS.map(({ name }) => name))("has by %s nothing personal and nothing unseen", (name) => {
      const text = textOf(texts, name);
      // Slack and events are JSON, in which a line's end is escaped.
      expect(text).not.toMatch(/[\u202e\r]|\\r/);
      expect(KEPT_AT_THE_DESK.filter((words) => text.includes(words))).toEqual([]);
      expect(text.length).toBeGreaterThan(20);
    });

    it("has in a mail no link but ours", () => {
      const others = textOf(texts, "email").replaceAll(OUR_LINK, "");
      expect(others).not.toMatch(/https?:|evil\.example/);
    });

    it("has in Slack no link, mention or markup but ours", () => {
      const { content } = JSON.parse(textOf(texts, "slack"));
      const wholeText = [content.title, content.description, ...content.nextSteps].join("\n");
      expect(wholeText.replaceAll(/<https:\/\/(?:desk|explorer)\.example\/[^|>]*\|[^>]*>/g, "")).not.toMatch(
        /<|https?:|evil\.example|\*claim\*/,
      );
      expect(content.description.length).toBeLessThanOrEqual(3_002);
    });
  });
});

describe("at its largest", () => {
  const text = '漢"'.repeat(500);
  const laws = Array.from({ length: 1_000 }, () => ({
    ...LFPIORPI,
    name: text,
    country: text,
    countryCode: text,
  }));
  const largest = withCase(
    revised({
      id: 0,
      address: { id: 1, userId: text, address: text, description: text },
      txHash: text,
      token: { name: text, symbol: text, decimals: 18, address: text },
      inflictedLaws: laws,
    }),
    true,
  );
  const large = Array.from({ length: 25 }, (_, id) => ({
    ...largest,
    key: `1#${id}#ZjOOie8SXfW--oXA`,
    notification: { ...largest.notification, id: String(id) },
  }));

  it.each(messages(ENGLISH, large))(
    "a message about %s is within SNS's limit in all channels together",
    (_, message) => {
      const { texts } = publicationOf(message, MADE);
      const forms = Object.fromEntries(texts.map(({ channel, text }) => [channel.protocol, text]));
      expect(Object.keys(forms).toSorted()).toEqual(["default", "email", "https", "sms"]);
      expect(Buffer.byteLength(JSON.stringify(forms))).toBeLessThan(262_144 - 8_192);
    },
  );

  it("names the transaction in the event all the same", () => {
    const { texts } = publicationOf(transactionAlert(large.slice(0, 1), ORIGIN), MADE);
    const event = JSON.parse(textOf(texts, "event"));
    expect(event.subjects).toMatchObject([{ key: "1#0#ZjOOie8SXfW--oXA", lawCount: 1_000 }]);
  });
});
