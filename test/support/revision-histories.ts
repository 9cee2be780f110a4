/**
 * Random histories of one or two notifications: calls that are signed at some time, and arrive late, in another order, twice, beside each
 * other, signed anew, or again as they were; with crashes.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type MessageEntry, pendingMessages } from "../../lib/alerts/pending-messages.ts";
import { TABLE_SHAPES } from "../../lib/aws/tables/table-shapes.ts";
import { compareTexts } from "../../lib/i18n/text/compare-texts.ts";
import { type RecordedDelivery, recordBatch } from "../../lib/intake/batch.ts";
import type { ReadDelivery } from "../../lib/intake/delivery.ts";
import { nameOf, partsOfRevision } from "../../lib/intake/notifications/notification-keys.ts";
import { readStored, type StoredNotification } from "../../lib/intake/notifications/notification-schema.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { expandBody } from "../../lib/intake/notifications/raw-body.ts";
import { readBodyAt } from "./deliveries.ts";
import { startTables } from "./emulated-tables.ts";
import { LFPIORPI, notificationBody } from "./notifications.ts";

/** Whole numbers below `n`, the same for each seed: mulberry32. */
function randomFrom(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

type Random = ReturnType<typeof randomFrom>;

class Crash extends Error {
  override name = "Crash";
}

/** What the service may say of a notification. */
interface Revision {
  projectId: number;
  notificationId: number;
  /** Words that tell it from every other one. */
  description: string;
  laws: readonly string[];
  usd: number | null;
  timestamp: string;
  /** Whether a message can be made of it. */
  renders: boolean;
}

/** A signed call. */
interface Call {
  revision: Revision;
  read: ReadDelivery;
  signedAt: string;
  receivedAt: string;
}

/** An entry of a message that went out, and what the service had said last by then. */
interface PublishedEntry {
  deliveries: string[];
  flaggedLaws: Set<string>;
  pendingDigests: Set<string>;
  currentDigest: string;
}

/** What a history has come to, and what was wrong with it; empty where nothing was. */
export interface History {
  /** Every step of it, for who looks for the first wrong one. */
  story: string[];
  wrong: string[];
  alerts: number;
}

const LAWS = ["law 1", "law 2", "law 3"];
const START = Date.parse("2026-01-01T00:00:00.000Z");
const atMs = (ms: number) => new Date(START + ms).toISOString();

/** Receives of a message that cannot be rendered before it is a dead-letter message. */
const MOST_RECEIVES = 4;

/** No history of a right rule gives a message back so often. */
const ENDLESS_RECEIVES = 1_000;

const TABLE = "Notifications";

/** Plays histories, each in a project of its own. */
export class RevisionHistories {
  readonly #client: DynamoDBDocumentClient;
  /** Ends the emulator. */
  readonly stop: () => Promise<void>;

  private constructor(client: DynamoDBDocumentClient, stop: () => Promise<void>) {
    this.#client = client;
    this.stop = stop;
  }

  static async start(): Promise<RevisionHistories> {
    // A store that records reads no index.
    const { client, stop } = await startTables({ [TABLE]: { ...TABLE_SHAPES.notifications, indexes: [] } });
    return new RevisionHistories(client, stop);
  }

  /** Plays the history of a seed. Every third one is calm: in the order of the signatures, one at a time, without a crash. */
  play(seed: number): Promise<History> {
    return playHistory(seed, this.#client);
  }
}

async function playHistory(seed: number, client: DynamoDBDocumentClient): Promise<History> {
  const random = randomFrom(seed);
  const isCalm = seed % 3 === 0;
  const calls = callsIn(random, seed, isCalm);
  const replays = calls.filter(() => random(3) === 0).map((call, index) => sentAgain(call, `r${index}`));
  const crashes = { left: isCalm ? 0 : random(4) };
  const mayAlertTwice = crashes.left > 0 || !isCalm;
  const gated = new GatedCalls(client, {
    holds: !isCalm,
    crashes: () => {
      const isCrash = crashes.left > 0 && random(12) === 0;
      if (isCrash) crashes.left--;
      return isCrash;
    },
  });
  const store = new NotificationStore(client, TABLE);
  const story: string[] = [];
  const published: PublishedEntry[] = [];
  const dead = new Set<string>();
  const receives = new Map<Call, number>();
  const inOrder = calls.toSorted(inSignedOrder);
  const queue: Call[][] = isCalm
    ? [...inOrder, ...replays].map((call) => [call])
    : batchesOf(shuffled([...calls, ...calls.filter(() => random(4) === 0), ...replays], random), random);
  let working = 0;

  const giveBack = (batch: readonly Call[], mayDie: boolean) => {
    for (const call of batch) {
      const count = (receives.get(call) ?? 0) + 1;
      receives.set(call, count);
      if (count > ENDLESS_RECEIVES) throw new Error(`${nameOfCall(call)} comes back without an end.`);
      if (mayDie && count >= MOST_RECEIVES) dead.add(call.read.webhook.deliveryId);
      // A message that came back is worked on alone, so that it holds no other up.
      else queue.push([call]);
    }
  };
  const work = async (batch: readonly Call[]) => {
    working++;
    story.push(`receive ${batch.map(nameOfCall).join(" + ")}`);
    const { recorded, failed } = await recordBatch(
      batch.map(({ read }) => read),
      store,
    );
    giveBack(callsOf(batch, failed), false);
    try {
      for (const { entries } of pendingMessages(recorded)) {
        const deliveries = entries.flatMap(({ pending }) => pending);
        const calls = callsOf(
          batch,
          deliveries.map(({ delivery }) => delivery),
        );
        if (calls.some(({ revision }) => !revision.renders)) {
          giveBack(calls, calls.length === 1);
          continue;
        }
        published.push(...entries.map(publishedEntry));
        story.push(`alert ${calls.map(nameOfCall).join(" + ")}`);
        for (const { delivered } of deliveries)
          await store.markAlerted(delivered, { at: atMs(0), id: undefined }).catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
            giveBack(calls, false);
          });
      }
    } finally {
      working--;
    }
  };

  const failures: unknown[] = [];
  while (queue.length > 0 || working > 0) {
    const isFree = working === 0 || (!isCalm && random(3) === 0);
    const batch = isFree ? queue.shift() : undefined;
    if (batch !== undefined) {
      const done = work(batch).catch((error: unknown) => failures.push(error));
      if (isCalm) await done;
    } else gated.letOne(random);
    await gated.comesToRest();
  }
  gated.end();
  if (failures.length > 0) throw failures[0];
  const stored = await itemsOf(calls, client);
  const items = stored.map((item) => readStored(item));
  const ended = { calls, inOrder, published, items, dead, isCalm, mayAlertTwice };
  return {
    story,
    alerts: published.length,
    wrong: [...wrongIn(ended), ...(await wrongAfterReplay(calls, stored, client))],
  };
}

interface Gates {
  /** True where each call waits before and after it, until it is let go. */
  holds: boolean;
  /** True where a call ends here, before or after its effect. */
  crashes(): boolean;
}

/** The calls of a client, which stop at gates before and after the emulator: only one is with it at a time. */
class GatedCalls {
  readonly #client: DynamoDBDocumentClient;
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();

  constructor(client: DynamoDBDocumentClient, { holds, crashes }: Gates) {
    this.#client = client;
    const gate = async () => {
      if (holds) await new Promise<void>((letGo) => this.#waiting.push(letGo));
      if (crashes()) throw new Crash();
    };
    client.middlewareStack.add(
      (next) => async (call) => {
        await gate();
        const running = next(call);
        this.#running.add(running);
        const answer = await running.finally(() => this.#running.delete(running));
        await gate();
        return answer;
      },
      { step: "initialize", name: "gates", override: true },
    );
  }

  /** Lets any of those that wait go on. */
  letOne(random: Random): void {
    this.#waiting.splice(random(this.#waiting.length || 1), 1)[0]?.();
  }

  /** What a call's answer leads to comes before the next step. */
  async comesToRest(): Promise<void> {
    for (await nextTurn(); this.#running.size > 0; await nextTurn()) await Promise.allSettled(this.#running);
  }

  end(): void {
    this.#client.middlewareStack.remove("gates");
  }
}

/** Everything that is stored of a history. */
async function itemsOf(calls: readonly Call[], client: DynamoDBDocumentClient) {
  const { partition } = TABLE_SHAPES.notifications.key;
  const keys = [...new Set(calls.map(({ read }) => read.item.key))].sort();
  const pages = keys.map((key) =>
    client.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: "#key = :key",
        ExpressionAttributeNames: { "#key": partition },
        ExpressionAttributeValues: { ":key": key },
        ConsistentRead: true,
      }),
    ),
  );
  return (await Promise.all(pages)).flatMap(({ Items = [] }) => Items);
}

function callsIn(random: Random, projectId: number, isCalm: boolean): Call[] {
  const ids = random(3) === 0 ? [42, 43] : [42];
  const revisions = ids.flatMap((notificationId) =>
    [0, 1, 2, 3].map((index) => ({
      projectId,
      notificationId,
      description: `Revision ${index}`,
      laws: LAWS.filter(() => random(2) === 0),
      usd: random(3) === 0 ? null : 1_000 + index,
      timestamp: random(3) === 0 ? "2100-01-01T00:00:00Z" : `2025-08-2${index}T05:10:57.228Z`,
      renders: isCalm || random(20) > 0,
    })),
  );
  const calls: Call[] = [];
  let signedMs = 0;
  for (let index = 0, count = 1 + random(6); index < count; index++) {
    // Several calls may be signed in one millisecond.
    signedMs += random(3) === 0 ? 0 : 10;
    const revision = revisions[random(revisions.length)];
    if (revision === undefined) continue;
    const receivedMs = signedMs + (isCalm ? 1 : random(60));
    calls.push(callOf(revision, atMs(signedMs), atMs(receivedMs), `d${index}`, index));
  }
  return calls;
}

/** @param indent white space that changes the bytes of the body, and nothing that it says */
function callOf(
  revision: Revision,
  signedAt: string,
  receivedAt: string,
  deliveryId: string,
  indent: number,
): Call {
  const { projectId, notificationId, description, laws, usd, timestamp } = revision;
  const body = notificationBody({
    id: notificationId,
    projectId,
    address: { ...notificationBody().data.address, description },
    timestamp,
    amount: { value: 1, usd },
    inflictedLaws: laws.map((law) => ({ ...LFPIORPI, name: law })),
  });
  const read = readBodyAt(receivedAt, JSON.stringify(body, undefined, indent), {
    deliveryId,
    signedAt,
    projectId,
  });
  return { revision, read, signedAt, receivedAt };
}

/** A call that is sent again as it was, signature and all, and received later than any other. */
function sentAgain({ revision, signedAt, read: { webhook } }: Call, deliveryId: string): Call {
  const receivedAt = atMs(1_000);
  const { projectId, body } = webhook;
  const read = readBodyAt(receivedAt, body, { deliveryId, signedAt, projectId });
  return { revision, read, signedAt, receivedAt };
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = items.map((item) => ({ item, place: random(1_000_000) }));
  return order.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

function batchesOf(calls: readonly Call[], random: Random): Call[][] {
  const batches: Call[][] = [];
  for (let index = 0; index < calls.length; ) {
    const size = 1 + random(3);
    batches.push(calls.slice(index, index + size));
    index += size;
  }
  return batches;
}

function callsOf(batch: readonly Call[], reads: readonly ReadDelivery[]): Call[] {
  return batch.filter(({ read }) => reads.includes(read));
}

function publishedEntry({ pending, current }: MessageEntry): PublishedEntry {
  return {
    deliveries: pending.map(({ delivery }) => delivery.webhook.deliveryId),
    flaggedLaws: new Set(pending.flatMap(({ delivery }) => illegalNames(delivery))),
    pendingDigests: new Set(pending.map(({ delivered }) => delivered.digest)),
    currentDigest: current.digest,
  };
}

function illegalNames({ notification }: RecordedDelivery["delivery"]): string[] {
  return notification?.inflictedLaws.map(({ name }) => name) ?? [];
}

/** By the service's clock; in one millisecond what is illegal comes last. */
function inSignedOrder(a: Call, b: Call): number {
  return (
    compareTexts(a.signedAt, b.signedAt) ||
    Math.sign(a.revision.laws.length) - Math.sign(b.revision.laws.length) ||
    compareTexts(digestOf(a), digestOf(b))
  );
}

function digestOf({ read }: Call): string {
  return read.item.digest;
}

function nameOfCall({ revision, read, signedAt }: Call): string {
  const laws = revision.laws.join(", ") || "no law";
  const { deliveryId, receivedAt } = read.webhook;
  const [signed, received] = [signedAt, receivedAt].map((time) => `${Date.parse(time) - START} ms`);
  const name = `${revision.notificationId} ${revision.description.slice(-1)}`;
  return `${deliveryId} (${name}: ${laws}; signed ${signed}, received ${received})`;
}

interface EndedHistory {
  calls: readonly Call[];
  inOrder: readonly Call[];
  published: readonly PublishedEntry[];
  items: readonly StoredNotification[];
  dead: ReadonlySet<string>;
  isCalm: boolean;
  mayAlertTwice: boolean;
}

function wrongIn(history: EndedHistory): string[] {
  const { calls, published, items, dead, isCalm } = history;
  const wrong = [...Map.groupBy(calls, ({ read }) => read.item.key).values()].flatMap((callsOfKey) =>
    wrongOfNotification(callsOfKey, items),
  );
  const alertedLaws = new Set(published.flatMap(({ flaggedLaws }) => [...flaggedLaws]));
  if (
    !calls.every(({ revision: { laws, renders } }) => !renders || laws.every((law) => alertedLaws.has(law)))
  )
    wrong.push("an illegal law is in no message");
  const pending = items.filter(({ alert }) => alert.state === "pending" && !dead.has(alert.deliveryId ?? ""));
  if (pending.length > 0) wrong.push(`an alert stays pending: ${pending.map(nameOf).join(", ")}`);
  return isCalm ? [...wrong, ...wrongOfCalm(history)] : wrong;
}

/** What is to be stored of a notification, in any order of its calls. */
function wrongOfNotification(calls: readonly Call[], allItems: readonly StoredNotification[]): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, promise: string) => {
    if (!isRight) wrong.push(promise);
  };
  const key = calls[0]?.read.item.key;
  const items = allItems.filter((item) => item.key === key);
  const digests = new Set(calls.map(digestOf));
  const current = items.filter(({ revision }) => partsOfRevision(revision).digest === undefined);
  const last = calls.toSorted(inSignedOrder).at(-1);
  check(current.length === 1, "there is not one current revision");
  check(current[0]?.digest === (last && digestOf(last)), "the revision that was signed last is not current");
  check(
    items.length === digests.size && items.every(({ digest }) => digests.has(digest)),
    "not every revision is in one place",
  );
  const isIllegal = calls.some(({ revision }) => revision.laws.length > 0);
  check((current[0]?.risk === "illegal") === isIllegal, "the risk is not the most severe that was said");
  check(current[0]?.revisions === digests.size - 1, "the number of revisions is wrong");
  check(
    current[0]?.receivedAt === earliest(calls),
    "the receipt of the notification is not the earliest one",
  );
  for (const item of items) {
    const callsOfRevision = calls.filter((call) => digestOf(call) === item.digest);
    const signed = callsOfRevision.map(({ signedAt }) => signedAt).sort();
    check(item.signedAt === signed.at(-1), "a revision does not say when the service said it last");
    check(item.revisionReceivedAt === earliest(callsOfRevision), "a revision's first receipt is wrong");
    check(item.repeats <= new Set(signed).size - 1, "a revision has too many repeats");
    const bodies = callsOfRevision.map(({ read }) => read.webhook.body.toString());
    check(bodies.includes(expandBody(item.raw).toString()), "the bytes of a revision are of no call");
  }
  return wrong;
}

function earliest(calls: readonly Call[]): string | undefined {
  return calls.map(({ receivedAt }) => receivedAt).sort()[0];
}

/** In order, one at a time and without a crash every alert is exact. */
function wrongOfCalm({ inOrder, published, items }: EndedHistory): string[] {
  const wrong: string[] = [];
  const due = inOrder.filter((call, index) => {
    const before = inOrder
      .slice(0, index)
      .findLast(({ revision }) => revision.notificationId === call.revision.notificationId);
    return call.revision.laws.some((law) => !before?.revision.laws.includes(law));
  });
  const names = due.map(({ read }) => read.webhook.deliveryId).join();
  if (names !== published.flatMap(({ deliveries }) => deliveries).join())
    wrong.push("not exactly what was due was alerted");
  if (!published.every(({ pendingDigests, currentDigest }) => pendingDigests.has(currentDigest)))
    wrong.push("a message does not know the current revision");
  for (const item of items) {
    const first = inOrder.find((call) => digestOf(call) === item.digest);
    if (expandBody(item.raw).toString() !== first?.read.webhook.body.toString())
      wrong.push("a revision does not keep the bytes that came first");
    const times = inOrder.filter((call) => digestOf(call) === item.digest).map(({ signedAt }) => signedAt);
    if (item.repeats !== new Set(times).size - 1) wrong.push("not every repeat is counted");
  }
  return wrong;
}

/** Every call once more, as it was: it changes nothing, and alerts no one. */
async function wrongAfterReplay(
  calls: readonly Call[],
  stored: Awaited<ReturnType<typeof itemsOf>>,
  client: DynamoDBDocumentClient,
): Promise<string[]> {
  const replays = calls.map((call, index) => sentAgain(call, `replay ${index}`).read);
  const { recorded } = await recordBatch(replays, new NotificationStore(client, TABLE));
  const after = await itemsOf(calls, client);
  return [
    ...(recorded.some(({ mustAlert }) => mustAlert) ? ["a call that is sent again is alerted"] : []),
    ...(isDeepStrictEqual(after, stored) ? [] : ["a call that is sent again changes what is stored"]),
  ];
}
