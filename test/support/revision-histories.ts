/** Random histories of one notification: contents that come twice, late, out of order and beside each other, with crashes. */

import type { ReadDelivery } from "../../lib/intake/delivery.ts";
import { nameOf } from "../../lib/intake/notifications/notification-keys.ts";
import { readStored, type StoredNotification } from "../../lib/intake/notifications/notification-schema.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { readAt } from "./deliveries.ts";
import { LFPIORPI } from "./notifications.ts";
import { TableInMemory } from "./table-in-memory.ts";

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

class Crash extends Error {
  override name = "Crash";
}
class Unrenderable extends Error {
  override name = "Unrenderable";
}

/** A content that was said, and whether a message can be made of it. */
interface Said {
  read: ReadDelivery;
  content: number;
  laws: readonly string[];
  renders: boolean;
}

/** What a history has come to, and what was wrong with it; empty where nothing was. */
export interface History {
  name: string;
  wrong: string[];
  alerts: number;
}

const LAWS = ["law 1", "law 2", "law 3"];

/** Receives of a message that cannot be rendered before it is a dead-letter message. */
const MOST_TRIES = 4;

/** Plays a history. Every third one is calm: in order, one at a time, without a crash. */
export async function playHistory(seed: number): Promise<History> {
  const random = randomFrom(seed);
  const isCalm = seed % 3 === 0;
  const said = saidIn(random, isCalm);
  let crashes = isCalm ? 0 : random(4);
  const hadCrashes = crashes > 0;
  const waiting: (() => void)[] = [];
  const table = new TableInMemory(async () => {
    if (!isCalm) await new Promise<void>((resolve) => waiting.push(resolve));
    if (crashes > 0 && random(12) === 0) {
      crashes--;
      throw new Crash();
    }
  });
  const store = new NotificationStore(table.client, "Notifications");
  const inOrder = said.toSorted(compare);
  const queue = isCalm
    ? [...inOrder]
    : said.flatMap((one) => (random(4) === 0 ? [one, one] : [one])).sort(() => random(3) - 1);
  const name = JSON.stringify([queue.map(({ read, laws }) => [read.item.contentAt, laws])]);
  const wasRedelivered = queue.length > said.length;
  const published: Said[] = [];
  const dead = new Set<string>();
  const tries = new Map<Said, number>();
  let working = 0;
  const deliver = async (one: Said) => {
    working++;
    try {
      const { stored, mustAlert } = await store.record(one.read.item, one.read.illegal, NOW);
      if (!mustAlert) return;
      if (!one.renders) throw new Unrenderable();
      published.push(one);
      await store.markAlerted(stored, { at: "2026-01-01T00:00:00.000Z", id: undefined });
    } catch (error) {
      if (!(error instanceof Crash || error instanceof Unrenderable)) throw error;
      tries.set(one, (tries.get(one) ?? 0) + 1);
      if (error instanceof Crash || (tries.get(one) ?? 0) < MOST_TRIES) queue.push(one);
      else dead.add(one.read.delivery.deliveryId);
    } finally {
      working--;
    }
  };
  const failures: unknown[] = [];
  while (queue.length > 0 || working > 0) {
    const isFree = working === 0 || (!isCalm && random(3) === 0);
    const next = isFree ? queue.shift() : undefined;
    if (next !== undefined) {
      const done = deliver(next).catch((error: unknown) => failures.push(error));
      if (isCalm) await done;
    } else waiting.splice(random(waiting.length || 1), 1)[0]?.();
    // What a call's answer leads to comes before the next step.
    for (let step = 0; step < 12; step++) await Promise.resolve();
  }
  if (failures.length > 0) throw failures[0];
  const items = [...table.items.values()].map(readStored);
  return {
    name,
    alerts: published.length,
    wrong: wrongIn({
      said,
      inOrder,
      published,
      items,
      dead,
      isCalm,
      mayRepeat: hadCrashes || wasRedelivered,
    }),
  };
}

const NOW = Date.parse("2026-01-01T00:00:00.000Z");

function saidIn(random: (n: number) => number, isCalm: boolean): Said[] {
  const contents = [0, 1, 2, 3].map(() => ({
    laws: LAWS.filter(() => random(2) === 0),
    renders: isCalm || random(20) > 0,
  }));
  const said: Said[] = [];
  let at = NOW;
  for (let left = 1 + random(5); left > 0; left--) {
    at += random(3) === 0 ? 0 : 1;
    const content = random(4);
    const { laws, renders } = contents[content] ?? { laws: [], renders: true };
    const receivedAt = new Date(at).toISOString();
    const read = readAt(
      receivedAt,
      { amount: { value: 1, usd: content }, inflictedLaws: laws.map((law) => ({ ...LFPIORPI, name: law })) },
      { deliveryId: `d${said.length}` },
    );
    said.push({ read, content, laws, renders });
  }
  return said;
}

/** The order of their receipt; in one millisecond what is illegal comes last. */
function compare(a: Said, b: Said): number {
  const [one, other] = [a.read.item, b.read.item];
  if (one.contentAt !== other.contentAt) return one.contentAt < other.contentAt ? -1 : 1;
  const severity = Math.sign(a.laws.length) - Math.sign(b.laws.length);
  return severity || (one.content < other.content ? -1 : Number(one.content > other.content));
}

interface Ended {
  said: readonly Said[];
  inOrder: readonly Said[];
  published: readonly Said[];
  items: readonly StoredNotification[];
  dead: ReadonlySet<string>;
  isCalm: boolean;
  mayRepeat: boolean;
}

function wrongIn({ said, inOrder, published, items, dead, isCalm, mayRepeat }: Ended): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => {
    if (!isRight) wrong.push(what);
  };
  const told = new Set(published.flatMap(({ laws }) => laws));
  check(
    said.every(({ laws, renders }) => !renders || laws.every((law) => told.has(law))),
    "an illegal law was told in no message",
  );
  // Said in a row, a content is published once.
  const timesSaid = (content: number) =>
    inOrder.filter((one, index) => one.content === content && inOrder[index - 1]?.content !== content).length;
  const timesTold = (content: number) => published.filter((one) => one.content === content).length;
  check(
    mayRepeat || [0, 1, 2, 3].every((content) => timesTold(content) <= timesSaid(content)),
    "a content was told twice, and nothing failed",
  );
  const current = items.filter(({ revision }) => revision.startsWith("current#"));
  const last = inOrder.at(-1);
  check(current.length === 1, "there is not one current content");
  check(current[0]?.content === last?.read.item.content, "the last content is not current");
  const contents = new Set(said.map(({ read }) => read.item.content));
  check(
    items.length === contents.size && items.every(({ content }) => contents.has(content)),
    "not every content is in one place",
  );
  const isIllegal = said.some(({ laws }) => laws.length > 0);
  check((current[0]?.risk === "illegal") === isIllegal, "the risk is not the worst that was said");
  check(current[0]?.revisions === contents.size - 1, "the number of revisions is wrong");
  check(
    items.reduce((sum, { repeats }) => sum + repeats, 0) <= said.length - contents.size,
    "there are too many repeats",
  );
  check(
    items.every(({ receivedAt }) => receivedAt === current[0]?.receivedAt),
    "the receipt of the notification moved",
  );
  check(
    items.every(({ alert }) => alert.state !== "pending" || dead.has(alert.by ?? "")),
    `an alert stays pending: ${items.map((one) => `${nameOf(one)} ${one.alert.state}`).join(", ")}`,
  );
  if (isCalm) {
    const lawsBefore = (index: number) => inOrder[index - 1]?.laws ?? [];
    const due = inOrder.filter(({ laws }, index) => laws.some((law) => !lawsBefore(index).includes(law)));
    const names = (all: readonly Said[]) => all.map(({ read }) => read.delivery.deliveryId).join();
    check(names(due) === names(published), "not exactly what was due was told");
  }
  return wrong;
}
