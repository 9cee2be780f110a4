/**
 * The property of what alerts show: an ordinary user id stands in it as it is, personal data does not, and nothing that
 * others wrote is a link, a mention or formatting, or passes for our own words.
 */

import * as fc from "fast-check";
import type { PublishedMessage } from "../../../../infra/local/aws/sns-rules.ts";
import { notificationBody } from "../../../support/notifications.ts";
import type { AwsStub } from "../aws-stub.ts";
import { checkTexts, textsIn } from "../checks/alert-texts.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import { holdsLink, shownText } from "../inputs/shown-text.ts";
import type { Subject } from "../subject.ts";

const digits = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });

const HEX = "0123456789abcdef";
const SMALL = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Ids as systems make them. */
const ordinaryId = fc.oneof(
  { weight: 6, arbitrary: fc.uuid({ version: [4, 7] }) },
  { weight: 2, arbitrary: fc.uuid({ version: 4 }).map((id) => id.toUpperCase()) },
  // A UUID whose last twelve digits have the shape of a tax identifier: letters, a date, three more.
  {
    weight: 2,
    arbitrary: fc
      .tuple(digits(HEX, 8), digits("abcdef", 3), fc.integer({ min: 10, max: 99 }), digits(HEX, 3))
      .map(([head, letters, year, tail]) => `${head}-0000-4000-8000-${letters}${year}0214${tail}`),
  },
  { weight: 2, arbitrary: digits("0123456789", 6).map((six) => `usr${six}abc`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("usr", "cus", "acct", "uid"), digits("0123456789", 6), digits("abcdefghij", 3))
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: digits("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 25).map((rest) => `0${rest}`) },
  { weight: 1, arbitrary: digits(HEX, 24) },
  { weight: 1, arbitrary: digits(SMALL, 14).map((rest) => `cus_${rest}`) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("u-1", "ORD-2024-000123", "jose.garcia", "a_b", "José", "user:42", "@ana"),
  },
);

/** Invented; the check digits fit. */
const PERSONAL = [
  "GODE561231GR8",
  "GODE561231HDFRRN09",
  "ana.invented@example.com",
  "ＧＯＤＥ561231GR8",
  "ana＠example.com",
];

/** A law's source is shown to be followed: nobody chooses it on a chain. */
const trusted = shownText.filter((text) => !holdsLink(text));

const texts = fc.record({
  symbol: shownText,
  tokenName: shownText,
  description: shownText,
  law: shownText,
  lawDescription: shownText,
  source: trusted,
  country: shownText,
  countryCode: shownText,
  wallet: shownText,
  txHash: shownText,
  timestamp: fc.constant("2025-08-20T05:10:57.228Z"),
});

const user = fc.oneof(
  { weight: 6, arbitrary: ordinaryId.map((id) => ({ id, kind: "ordinary" as const })) },
  { weight: 2, arbitrary: fc.constantFrom(...PERSONAL).map((id) => ({ id, kind: "personal" as const })) },
  { weight: 3, arbitrary: shownText.map((id) => ({ id, kind: "hostile" as const })) },
);

type Texts = typeof texts extends fc.Arbitrary<infer T> ? T : never;
type User = typeof user extends fc.Arbitrary<infer T> ? T : never;

/** Has alerts made about transactions in which every text is somebody else's. */
export function shownAlertsProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(fc.array(fc.tuple(texts, user), { minLength: 1, maxLength: 3 }), (shown) =>
    checkAlerts(shown, subject, aws),
  );
}

function bodyOf([text, { id: userId }]: [Texts, User], id: number): string {
  return JSON.stringify(
    notificationBody({
      id,
      address: { id: 1, userId, address: text.wallet, description: text.description },
      txHash: text.txHash,
      timestamp: text.timestamp,
      token: { name: text.tokenName, symbol: text.symbol, decimals: 18, address: null },
      inflictedLaws: [
        {
          ...{ name: text.law, description: text.lawDescription, source: text.source, risk: "illegal" },
          ...{ country: text.country, countryCode: text.countryCode },
        },
      ],
    }),
  );
}

/** Throws a {@link FuzzError} where an alert shows what it must not, or does not show what it must. */
async function checkAlerts(shown: readonly [Texts, User][], subject: Subject, aws: AwsStub): Promise<void> {
  aws.begin();
  const Records = shown.map((one, at) => {
    const head = { v: 1, deliveryId: `d-${at}`, receivedAt: "2026-03-01T12:00:00.000Z", projectId: 1 };
    const body = JSON.stringify({ ...head, body: Buffer.from(bodyOf(one, at)).toString("base64") });
    return {
      messageId: `m-${at}`,
      receiptHandle: `m-${at}`,
      body,
      attributes: { ApproximateReceiveCount: "1" },
      messageAttributes: {},
    };
  });
  const { outcome, printed } = await subject.call({ Records });
  if (!outcome.ok || outcome.payload !== '{"batchItemFailures":[]}')
    throw new FuzzError(`not alerted: ${printed}`);
  const { published, refused } = aws.activity;
  if (refused.length > 0) throw new FuzzError(`AWS would have refused: ${refused.join("; ")}`);
  const alert = published.find(({ topicArn }) => topicArn.endsWith("AlertsTopic"));
  if (alert === undefined) throw new FuzzError("no alert was published");
  for (const one of published) checkMessage(one);
  for (const [, { id, kind }] of shown) checkUser(id, kind, alert);
}

function checkUser(id: string, kind: User["kind"], { subject, texts: forms }: PublishedMessage): void {
  const email = String(forms["email"]);
  if (kind === "ordinary" && !visible(email).replaceAll("[.]", ".").includes(id))
    throw new FuzzError(`${id} is not in the alert as it is, but for the dots of a link`);
  if (kind !== "personal") return;
  for (const text of [subject, ...Object.values(forms)])
    if (visible(text).normalize("NFKC").includes(id.normalize("NFKC")))
      throw new FuzzError(`personal data is in an alert: ${id}`);
}

/** Isolates stand around text of another direction. */
function visible(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, "");
}

const MAX_SUBJECT = 99;

function checkMessage({ subject, texts: forms }: PublishedMessage): void {
  if (!/^[\x20-\x7e]+$/.test(subject)) throw new FuzzError(`the subject ${JSON.stringify(subject)}`);
  if (subject.length > MAX_SUBJECT) throw new FuzzError(`a subject of ${subject.length} characters`);
  // A program receives names as they are; nobody clicks on them.
  const { https = "{}", default: _, ...shown } = forms;
  for (const text of [subject, https, ...Object.values(shown)])
    if (holdsLink(text)) throw new FuzzError(`a link in ${JSON.stringify(around(text))}`);
  checkTexts({ subject, ...forms });
  checkSlack(JSON.parse(https));
}

function around(text: string): string {
  return text.split("\n").find(holdsLink) ?? text;
}

/** What the link of an alert to a transaction or wallet looks like: ours alone. */
const OWN_LINK = /<https:\/\/[^\s<>|]+\|[^<>|]*>/g;

/** Slack formats whole words only, and nothing behind a zero-width space or in a code span. */
const FORMATTING = /(?<![\p{L}\p{N}\u200b])(?:\*bold\*|_it_|~no~)(?![\p{L}\p{N}])/u;

/** Each field of the custom notification is checked: all of them are shown. */
function checkSlack(form: unknown): void {
  for (const text of textsIn(form)) {
    const rest = text.replace(OWN_LINK, "");
    if (/[<>]/.test(rest) || /&(?!(?:amp|lt|gt);)/.test(rest))
      throw new FuzzError(`markup in Slack's form: ${JSON.stringify(text)}`);
    if (rest.includes("`code`") || FORMATTING.test(rest.replace(/`[^`\n]*`/g, "")))
      throw new FuzzError(`formatting in Slack's form: ${JSON.stringify(text)}`);
  }
}
