/** What must be in the tables and on the topics after deliveries, whatever befell the functions: a model to compare with. */

import type { LocalAlert } from "../../lib/local-endpoints.ts";
import { FIRST_VERSION } from "../../lib/store/notification-keys.ts";
import type { StoredNotification } from "../../lib/store/notification-schema.ts";
import { expandBody } from "../../lib/store/raw-body.ts";
import type { TakenDelivery } from "./ledger.ts";
import { unless, type Violation } from "./violation.ts";

/** A body that the service may post, and what is known of it without asking the code that is tested. */
export interface Posted {
  text: string;
  /** Bodies with the same name say the same, in whatever spelling. */
  content: string;
  kind: "notification" | "error" | "quarantined";
  /** A notification's key; absent for what has no id of its own. */
  key?: string;
  /** Who must be told of it when it is the first of its key; nobody where no law says `illegal`. */
  told: readonly LocalAlert["topic"][];
  /** The contents than which it is worse: it is told as a change where one of them came first. */
  worseThan: readonly string[];
  /** The owner of its wallet, where it names one. */
  owner?: string;
}

/** A wallet as it is remembered. */
export interface RememberedWallet {
  address: string;
  owners: readonly string[];
}

/** Everything that is known of some deliveries after all has settled. */
export interface IntakeState {
  deliveries: readonly TakenDelivery[];
  items: readonly StoredNotification[];
  alerts: readonly LocalAlert[];
  wallets: readonly RememberedWallet[];
}

/** Whether a body was acknowledged more often than the queue had taken it by then. */
export function isInVain(text: string, acknowledged: number, deliveries: readonly TakenDelivery[]): boolean {
  return deliveries.filter((delivery) => delivery.text === text).length < acknowledged;
}

/** @param exactlyOnce whether nothing failed, so that nothing may be told twice */
export function violationsOfIntake(
  posted: readonly Posted[],
  state: IntakeState,
  exactlyOnce = false,
): Violation[] {
  const byText = new Map(posted.map((one) => [one.text, one]));
  const taken = state.deliveries.flatMap((delivery) => {
    const of = byText.get(delivery.text);
    return of === undefined ? [] : [{ delivery: delivery.deliveryId, of }];
  });
  const stored = state.items.map((item) => ({
    item,
    of: byText.get(Buffer.from(expandBody(item.raw)).toString()),
  }));
  const judge = new Judge(stored, state.alerts, exactlyOnce);
  // Each delivery of an error is a fact of its own, a notification is one whatever brings it.
  const groups = Map.groupBy(taken, ({ of, delivery }) =>
    [of.kind, of.key ?? "", of.content, of.kind === "error" ? delivery : ""].join(" "),
  );
  const found = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : judge.content(
          first.of,
          group.map(({ delivery }) => delivery),
        );
  });
  return [
    ...found,
    ...judge.strangers(),
    ...wallets(
      taken.map(({ of }) => of),
      state.wallets,
    ),
  ];
}

type Stored = { item: StoredNotification; of: Posted | undefined };

class Judge {
  readonly #stored: readonly Stored[];
  readonly #alerts: readonly LocalAlert[];
  readonly #exactlyOnce: boolean;
  readonly #known = new Set<StoredNotification>();

  constructor(stored: readonly Stored[], alerts: readonly LocalAlert[], exactlyOnce: boolean) {
    this.#stored = stored;
    this.#alerts = alerts;
    this.#exactlyOnce = exactlyOnce;
  }

  /** One content, and the ids of all deliveries that brought it. */
  content(of: Posted, deliveries: readonly string[]): Violation[] {
    const name = `${of.key ?? of.kind} "${of.content}"`;
    const items = this.#itemsOf(of, deliveries);
    for (const item of items) this.#known.add(item);
    const [item, ...more] = items;
    if (item === undefined) return [{ kind: "lost", text: `${name} was taken and is not stored` }];
    return [
      ...unless(more.length === 0, "doubled", `${name} is stored ${items.length} times`),
      ...unless(
        item.repeats === deliveries.length - 1,
        "miscounted",
        `${name} came in ${deliveries.length} deliveries and counts ${item.repeats} repeats`,
      ),
      ...unless(
        deliveries.includes(item.delivery),
        "miscounted",
        `${name} names a delivery that did not bring it`,
      ),
      ...unless(item.kind === of.kind, "wrong", `${name} is stored as ${item.kind}`),
      ...this.#place(item, of, name),
      ...this.#alerting(item, of, name),
    ];
  }

  /** Items that nobody delivered. */
  strangers(): Violation[] {
    return this.#stored
      .filter(({ item }) => !this.#known.has(item))
      .map(({ item }) => ({ kind: "doubled", text: `${item.key} is stored beside what was delivered` }));
  }

  #itemsOf(posted: Posted, deliveries: readonly string[]): StoredNotification[] {
    return this.#stored
      .filter(({ of, item }) => {
        if (of === undefined || of.kind !== posted.kind || of.key !== posted.key) return false;
        return of.content === posted.content && (of.kind !== "error" || deliveries.includes(item.delivery));
      })
      .map(({ item }) => item);
  }

  /** The first of a key stands under it, and names every other content; the others name the first. */
  #place(item: StoredNotification, { key }: Posted, name: string): Violation[] {
    if (key === undefined) return [];
    const sameKey = this.#stored.filter(({ of }) => of?.key === key);
    const firsts = sameKey.filter(({ item: { version } }) => version === FIRST_VERSION);
    const isChange = item.version !== FIRST_VERSION;
    return [
      ...unless(item.key === key, "wrong", `${name} stands under ${item.key}`),
      ...unless(
        isChange ? item.changeOf === key && item.version === item.content : item.changeOf === undefined,
        "wrong",
        `${name} is no content of its id`,
      ),
      ...unless(firsts.length === 1, "wrong", `${key} has ${firsts.length} first contents`),
    ];
  }

  #alerting(item: StoredNotification, of: Posted, name: string): Violation[] {
    const first =
      item.changeOf === undefined
        ? undefined
        : this.#stored.find(({ item: { key, version } }) => key === item.key && version === FIRST_VERSION)
            ?.of;
    const change: typeof of.told =
      first !== undefined && of.worseThan.includes(first.content) ? ["alerts"] : [];
    const topics = first === undefined ? of.told : change;
    if (topics.length === 0) {
      return unless(item.alert.state === "none", "wrong", `${name} owes an alert that it should not`);
    }
    const told = topics.flatMap((topic) => {
      const times = this.#timesTold(item, topic, first === undefined ? of.kind : "change");
      return [
        ...unless(times > 0, "unalerted", `${name} was not told to ${topic}`),
        ...unless(!this.#exactlyOnce || times <= 1, "doubled", `${name} was told ${times} times to ${topic}`),
      ];
    });
    return [...told, ...unless(item.alert.state === "sent", "unalerted", `${name} is ${item.alert.state}`)];
  }

  /** A content that is not the first is told as a change of its id. */
  #timesTold({ key }: StoredNotification, topic: LocalAlert["topic"], kind: string): number {
    const whole = new RegExp(`(?<![\\w#])${key}(?!\\w)`);
    const about = kind === "quarantined" ? "quarantine" : kind;
    return this.#alerts.filter(
      (alert) => alert.topic === topic && alert.attributes["kind"] === about && whole.test(alert.text),
    ).length;
  }
}

function wallets(taken: readonly Posted[], remembered: readonly RememberedWallet[]): Violation[] {
  const owners = new Set(taken.flatMap(({ owner }) => owner ?? []));
  const known = new Set(remembered.flatMap((wallet) => wallet.owners));
  return [
    ...unless(
      remembered.length === (owners.size > 0 ? 1 : 0),
      owners.size > 0 ? "lost" : "doubled",
      `${remembered.length} wallets are remembered`,
    ),
    ...[...owners].flatMap((owner) =>
      unless(known.has(owner), "lost", `the wallet's owner ${owner} is not remembered`),
    ),
    ...[...known].flatMap((owner) =>
      unless(owners.has(owner), "doubled", `the wallet's owner ${owner} was never named`),
    ),
  ];
}
