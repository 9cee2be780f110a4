/**
 * The property of the queue's consumer: what was accepted is stored whole and alerted as what it is, a test never
 * passes for a real one nor hides it, and nothing that others wrote is a link, a mention or formatting in an alert.
 */

import { createHash } from "node:crypto";
import * as fc from "fast-check";
import type { PublishedMessage } from "../../../infra/local/aws/publication.ts";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { failuresIn, record } from "./batches.ts";
import { body, MOST_KEPT_BYTES } from "./bodies.ts";
import { FuzzError } from "./finding.ts";
import { checkPrinted } from "./printed.ts";
import type { Item, Stack } from "./stack.ts";
import { holdsLink, holdsRfc, shownText, weighted } from "./texts.ts";

/** A message of the queue that the endpoint accepted. */
interface Message {
  text: string;
  deliveryId: string;
  bytes: Buffer;
  /** Facts of a message that was made here. */
  told?: Told & { at: number };
}

/** A message of the queue, as the endpoint writes it. */
export function envelope(bytes: Buffer, deliveryId: string, projectId = 1) {
  return encodeDelivery({
    deliveryId,
    receivedAt: "2026-03-01T12:00:00.000Z",
    signedAt: "2026-03-01T12:00:00.000Z",
    projectId,
    body: bytes,
  });
}

/** Any body. API Gateway gives each request an id of its own: a delivery that comes again has the same body and project. */
const anyAccepted: fc.Arbitrary<Message> = fc
  .tuple(
    body.filter(({ length }) => length <= MOST_KEPT_BYTES),
    fc.constantFrom(1, 1, 1, 2),
    fc.nat(9),
  )
  .map(([bytes, projectId, delivery]) => {
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    const deliveryId = `delivery-${delivery}-${projectId}-${digest}`;
    return { bytes, deliveryId, text: envelope(bytes, deliveryId, projectId) };
  });

/** Ids as systems make them. */
const ordinaryId = weighted(
  [6, fc.uuid({ version: [4, 7] })],
  [2, fc.uuid({ version: 4 }).map((id) => id.toUpperCase())],
  // A UUID whose last twelve digits have the shape of a tax identifier: three characters, a date, three more.
  [2, fc.stringMatching(/^[0-9a-f]{8}-0000-4000-8000-[a-f]{3}[1-9]\d0214[0-9a-f]{3}$/)],
  [4, fc.stringMatching(/^(usr|cus|acct|uid)[0-9]{6}[a-j]{3}$/)],
  [1, fc.ulid()],
  [1, fc.stringMatching(/^[0-9a-f]{24}$/)],
  [1, fc.stringMatching(/^cus_[0-9a-z]{14}$/)],
  [1, fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String)],
  [1, fc.constantFrom("u-1", "ORD-2024-000123", "jose.garcia", "a_b", "José", "user:42", "@ana")],
);

/** Invented; the check digits fit. */
const PERSONAL = [
  "GODE561231GR8",
  "GODE561231HDFRRN09",
  "ＧＯＤＥ561231GR8",
  "ana.invented@example.com",
  "ana＠example.com",
];

const user = weighted<Told["user"]>(
  [6, ordinaryId.map((id) => ({ id, kind: "ordinary" as const }))],
  [2, fc.constantFrom(...PERSONAL).map((id) => ({ id, kind: "personal" as const }))],
  [3, shownText.map((id) => ({ id, kind: "hostile" as const }))],
);

interface Told {
  isTest: boolean;
  kind: "illegal" | "warn" | "quarantined" | "error";
  user: { id: string; kind: "ordinary" | "personal" | "hostile" };
}

/** One of few ids, so that tests and real ones have the same; each text is hostile. */
const toldOf = fc.record({
  isTest: fc.boolean(),
  id: fc.nat(2),
  kind: weighted(
    [4, fc.constant("illegal" as const)],
    [3, fc.constantFrom("warn" as const, "quarantined" as const, "error" as const)],
  ),
  user,
  address: fc.record({ description: shownText }),
  // Each wallet is one of its own: a warm function does not write again what it has just written.
  wallet: fc.option(shownText, { freq: 2, nil: undefined }),
  txHash: shownText,
  token: fc.record({ name: shownText, symbol: shownText }),
  // A law's source is shown to be followed: it is not chosen on a chain.
  law: fc.record({
    name: shownText,
    description: shownText,
    country: shownText,
    countryCode: shownText,
    source: shownText.filter((source) => !holdsLink(source)),
  }),
});

let batches = 0;

/** The wallet by which one in a batch is known. */
function walletAt(at: number): string {
  return `0x${String(batches).padStart(39, "0")}${at}`;
}

function messageOf(facts: typeof toldOf extends fc.Arbitrary<infer T> ? T : never, at: number): Message {
  const { id, kind, isTest, wallet, txHash } = facts;
  const projectId = isTest ? 0 : 1;
  const whole = notificationBody({
    id,
    projectId,
    address: { id: 1, userId: facts.user.id, address: wallet ?? walletAt(at), ...facts.address },
    txHash: kind === "quarantined" ? at : txHash,
    amount: { value: 10 ** 18, usd: 3_000 + at },
    token: { ...facts.token, decimals: 18, address: null },
    inflictedLaws: [{ ...LFPIORPI, ...facts.law, risk: kind === "warn" ? "warn" : "illegal" }],
  });
  const content = kind === "error" ? { type: "error", data: `error ${at}` } : whole;
  const bytes = Buffer.from(JSON.stringify(content));
  const deliveryId = `told-${at}`;
  return { bytes, deliveryId, text: envelope(bytes, deliveryId, projectId), told: { ...facts, at } };
}

/** A batch that is not put together before it is sent: its wallets are new. */
const batch = weighted(
  [5, fc.tuple(anyAccepted)],
  [3, fc.array(toldOf, { minLength: 1, maxLength: 4 })],
  [2, fc.array(fc.oneof(anyAccepted, anyAccepted, toldOf), { maxLength: 6 })],
);

/** Hands batches to the consumer. */
export function messages(stack: Stack) {
  return fc.asyncProperty(batch, async (batchFacts) => {
    await stack.clear();
    batches++;
    const messages = batchFacts.map((facts, at) => ("law" in facts ? messageOf(facts, at) : facts));
    const Records = messages.map((message, at) => record(message.text, `m-${at}`));
    const failed = failuresIn(await stack.call("StoreNotifications", { Records }));
    const { printed, published } = stack;
    await stack.checkStored();
    // The subject of an alert names user, law and amount, cleaned and masked.
    checkPrinted(printed, "subject");
    const { notifications, wallets } = stack.endpoints.tables;
    const items = await stack.items(notifications);
    const knownWallets = (await stack.items(wallets)).map(({ wallet }) => String(wallet));
    for (const [at, message] of messages.entries()) {
      if (failed.includes(`m-${at}`)) throw new FuzzError(`accepted, but not stored: ${printed}`);
      if (message.told !== undefined || messages.length === 1) checkStored(message, items, knownWallets);
      if (message.told !== undefined) checkAlerted(message.told, published);
    }
    for (const item of items) checkDue(item, published);
    for (const message of published) checkMessage(message);
  });
}

/** The one item of a message has its bytes, and stands where real ones or where tests do. */
function checkStored(
  { bytes, deliveryId, told }: Message,
  items: readonly Item[],
  knownWallets: readonly string[],
): void {
  const own = told === undefined ? items : items.filter((item) => item["delivery"] === deliveryId);
  const [item] = own;
  if (item === undefined || own.length > 1)
    throw new FuzzError(`${deliveryId} was stored ${own.length} times`);
  const { raw } = item;
  if (!(raw instanceof Uint8Array) || !expandBody(raw).equals(bytes))
    throw new FuzzError("stored with other bytes");
  const partitions = ["key", "ofUser", "ofWallet", "ofHash"].flatMap((name) => item[name] ?? []);
  const ofTests = partitions.filter((key) => String(key).startsWith("0#")).length;
  if (ofTests !== (told?.isTest === true ? partitions.length : 0))
    throw new FuzzError(`${told?.isTest === true ? "a test" : "a real one"} is in ${partitions.join(", ")}`);
  if (told === undefined || !bytes.includes(walletAt(told.at))) return;
  const isKnown = knownWallets.some((wallet) => wallet.includes(walletAt(told.at)));
  if (isKnown !== (!told.isTest && (told.kind === "illegal" || told.kind === "warn")))
    throw new FuzzError(`its wallet is ${isKnown ? "" : "not "}going to be scanned`);
}

/** No alert stays pending, and each one went to officers; of an error at least to operations. */
function checkDue(item: Item, published: readonly PublishedMessage[]): void {
  const { alert, kind } = item;
  if (alert === "none") return;
  if (alert !== "sent") throw new FuzzError(`its alert is ${alert}: ${JSON.stringify(item["key"])}`);
  const topic = kind === "error" ? "OperationsTopic" : "AlertsTopic";
  if (!published.some(({ topicArn }) => topicArn.endsWith(topic)))
    throw new FuzzError(`due, but not alerted on ${topic}: ${JSON.stringify(item["key"])}`);
}

/** An illegal transaction reaches the officer as one, without a subject of the other kind, and with an ordinary user id. */
function checkAlerted(
  { kind, isTest, user: { id, kind: userKind }, at }: NonNullable<Message["told"]>,
  published: readonly PublishedMessage[],
): void {
  const isMarked = ({ subject }: PublishedMessage) => subject.startsWith("[TEST]");
  const email = ({ texts }: PublishedMessage) => visible(String(texts["email"]));
  const other = published.find(
    (message) => isMarked(message) !== isTest && email(message).includes(walletAt(at)),
  );
  if (other !== undefined)
    throw new FuzzError(`${isTest ? "a test" : "a real one"} is in the message ${other.subject}`);
  if (userKind === "personal" && kind !== "error") checkMasked(id, published);
  if (kind !== "illegal" && kind !== "quarantined") return;
  const own = published.filter(
    (message) => isMarked(message) === isTest && message.topicArn.endsWith("AlertsTopic"),
  );
  if (own.length === 0) throw new FuzzError(`${kind}, but not alerted as ${isTest ? "a test" : "real"}`);
  if (userKind !== "ordinary" || kind === "quarantined") return;
  if (!own.some((message) => email(message).replaceAll("[.]", ".").includes(id)))
    throw new FuzzError(`${id} is not in the alert as it is, but for the dots of a link`);
}

function checkMasked(id: string, published: readonly PublishedMessage[]): void {
  for (const { subject, texts } of published)
    for (const shown of [subject, ...Object.values(texts)])
      if (visible(shown).normalize("NFKC").includes(id.normalize("NFKC")))
        throw new FuzzError(`personal data is in an alert: ${id}`);
}

/** Isolates enclose text of another direction. */
function visible(shown: string): string {
  return shown.replace(/[\u2066-\u2069]/g, "");
}

/** @throws {FuzzError} where a message shows something else than it says */
export function checkMessage({ subject, texts }: Pick<PublishedMessage, "subject" | "texts">): void {
  if (!/^[\x20-\x7e]{1,99}$/.test(subject)) throw new FuzzError(`the subject ${JSON.stringify(subject)}`);
  for (const [form, whole] of Object.entries({ subject, ...texts })) {
    const shown = form === "https" ? textsIn(JSON.parse(whole)) : [whole];
    for (const text of shown) checkShown(form, text);
    if (form === "https") shown.forEach(checkSlack);
    // A program receives names as they are; a person does not click on them.
    if (form !== "default" && holdsLink(whole))
      throw new FuzzError(`a link in the ${form} form: ${JSON.stringify(whole)}`);
  }
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Characters that a reader would not see, or would see as others: control characters but the line's end, halves of
 * characters, what turns text round, and what is drawn as nothing. Isolates are judged by their pairs.
 */
const TRICKS =
  /[^\P{Cc}\n]|[\ud800-\udfff\uffff\u2028\u2029\u202a-\u202e\u2800]|(?![\u2066-\u2069])\p{Default_Ignorable_Code_Point}/u;

/** Slack's form breaks formatting and codes of emoji with zero-width spaces. */
const OWN_SPACE = /\u200b(?=[*_~`])|(?<=:)\u200b(?=[\p{L}\p{N}_+'’-]+:)/gu;

function checkShown(form: string, shown: string): void {
  const trick = TRICKS.exec(shown.replace(OWN_SPACE, ""));
  if (trick !== null) throw new FuzzError(`an alert with ${JSON.stringify(trick[0])} in its ${form} form`);
  if (holdsRfc(shown)) throw new FuzzError(`a tax identifier in an alert's ${form} form`);
  for (const line of shown.split("\n")) {
    // A change of direction ends on its own line, and nothing ends more than was begun.
    const pairs = line
      .replace(/[^\u2066-\u2069]/g, "")
      .replaceAll("\u2069", ")")
      .replace(/[^)]/g, "(");
    let rest = pairs;
    while (rest.includes("()")) rest = rest.replaceAll("()", "");
    if (rest !== "") throw new FuzzError(`an isolate that is not closed in ${JSON.stringify(line)}`);
  }
}

/** Form of an alert's link to a transaction, a wallet or the local desk: ours alone. */
const OWN_LINK = /<(?:https:\/\/|http:\/\/127\.0\.0\.1:\d+\/)[^\s<>|]*\|[^<>|]*>/g;

/** Slack formats whole words only, and nothing behind a zero-width space or in a code span. */
const FORMATTING = /(?<![\p{L}\p{N}\u200b])(?:\*bold\*|_it_|~no~)(?![\p{L}\p{N}])/u;

/** Slack draws such a code as a picture; the minutes of a time are none. */
const EMOJI_CODE = /:(?!\d\d:)[\p{L}\p{N}_+'’-]+:/u;

function checkSlack(shown: string): void {
  const rest = shown.replace(OWN_LINK, "");
  const formatted = rest.replace(/`[^`\n]*`/g, "");
  if (/[<>]/.test(rest) || /&(?!(?:amp|lt|gt);)/.test(rest))
    throw new FuzzError(`markup in Slack's form: ${JSON.stringify(shown)}`);
  if (rest.includes("`code`") || FORMATTING.test(formatted) || EMOJI_CODE.test(formatted))
    throw new FuzzError(`formatting in Slack's form: ${JSON.stringify(shown)}`);
}
