/** The Notifications table, as store-notifications writes it: each revision in one place, and its alert marked once it is out. */

import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { lazy } from "../../aws/lazy.ts";
import { succeedsConditionally, writesTogether } from "../../aws/tables/conditional-write.ts";
import { NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { isWorse } from "../../law/laws.ts";
import type { NewItem } from "./notification-item.ts";
import {
  currentKeyOf,
  type NotificationKey,
  partsOfRevision,
  pastKeyOf,
  pastRevisionsOf,
} from "./notification-keys.ts";
import { type NotificationItem, readStored, type StoredNotification } from "./notification-schema.ts";
import { notificationIn } from "./raw-body.ts";
import {
  illegalKeys,
  judgeRevision,
  type KnownRevision,
  type RevisionAlert,
  type Verdict,
} from "./revision-rule.ts";

const { partition, sort } = NOTIFICATIONS_KEY;

/** A revision that was recorded. */
export interface RecordedRevision {
  kind: Verdict["kind"];
  /** The revision that was delivered. */
  stored: StoredNotification;
  /** The current revision of its notification, which may be itself. */
  current: StoredNotification;
  /** Its past revisions but the delivered one, where that comes late or an alert of it is to be published: at most 100. */
  earlier: readonly StoredNotification[];
  /** That of them which was current before the delivered one became so. */
  before: StoredNotification | undefined;
  /** True where the delivery has to publish an alert of it. */
  mustAlert: boolean;
}

/** Tries to write a revision beside others that change its notification at the same time. */
const MOST_ATTEMPTS = 30;

/** Revisions that are read of a notification that has many. */
const MOST_EARLIER = 100;

/** Others kept changing a notification: the delivery comes again. */
class BusyNotificationError extends Error {
  override name = "BusyNotificationError";
  constructor({ key }: NotificationKey) {
    super(`${key} changed ${MOST_ATTEMPTS} times while a revision was stored under it; it is tried again.`);
  }
}

/** An item as it is stored, and as it reads. */
interface ReadItem {
  item: Record<string, unknown>;
  stored: StoredNotification;
}

/** A revision after a write, and the current one beside it. */
type Written = Pick<RecordedRevision, "stored" | "current">;

export class NotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Records what a call says, by the rule of revision-rule.ts. Doing it again changes nothing, and says again whether its delivery has
   * to publish an alert.
   * @param illegalLaws keys of the laws that call it illegal; of a body that officers hear of in any case, any key
   * @throws {BusyNotificationError} if others kept changing the notification
   */
  async record(item: NewItem, illegalLaws: ReadonlySet<string>, now = Date.now()): Promise<RecordedRevision> {
    const { digest, riskNow, signedAt, delivery: deliveryId } = item;
    const call = { digest, riskNow, signedAt, illegalLaws, deliveryId };
    // The first revision of most notifications is the only one: it costs one write, and no read.
    let current: ReadItem | undefined;
    let past: ReadItem | undefined;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const verdict = judgeRevision(call, ruleView(current), ruleView(past), now);
      const written = await this.#write(verdict, item, current, past);
      if (written !== undefined) {
        const { alert } = written.stored;
        const mustAlert = alert.state === "pending" && alert.deliveryId === deliveryId;
        const isPast = written.stored.digest !== written.current.digest;
        const hasOthers = isPast || (mustAlert && written.current.revisions > 0);
        const earlier = hasOthers ? await this.#earlierThan(written.stored) : [];
        const before = earlier.find((revision) => revision.digest === written.stored.replacedDigest);
        return { kind: verdict.kind, ...written, earlier, before, mustAlert };
      }
      current = await this.#find(currentKeyOf(item));
      past = current?.stored.digest === digest ? undefined : await this.#find(pastKeyOf(item));
    }
    throw new BusyNotificationError(item);
  }

  /** @returns undefined where the notification changed meanwhile */
  async #write(
    verdict: Verdict,
    item: NewItem,
    current: ReadItem | undefined,
    past: ReadItem | undefined,
  ): Promise<Written | undefined> {
    const alert = alertAttributes(verdict.alert);
    if (current === undefined) {
      const first = { ...item, ...alert, revisions: 0, repeats: 0, v: 1 };
      if (!(await this.#add(first))) return undefined;
      const stored = readStored(first);
      return { stored, current: stored };
    }
    switch (verdict.kind) {
      case "first":
        return undefined;
      case "repeat":
        return this.#repeat(item, verdict, current);
      case "past repeat":
        return past && this.#repeatPast(item, verdict, current, past);
      case "current": {
        const revision = {
          ...(past === undefined ? item : revisionAgain(past, item)),
          ...countsWith(item, current, past),
          ...alert,
          v: current.stored.v + 1,
          replacedDigest: current.stored.digest,
        };
        return this.#becomesCurrent(revision, current, past);
      }
      case "past": {
        const revision = { ...item, ...pastKeyOf(item), ...alert, repeats: 0, v: 1 };
        return this.#keepPast(revision, countsWith(item, current, past), current);
      }
    }
  }

  #add(item: NotificationItem): Promise<boolean> {
    return succeedsConditionally(
      this.#client.send(new PutCommand({ TableName: this.#table, Item: item, ...IS_FREE })),
    );
  }

  async #repeat(
    { signedAt, receivedAt }: NewItem,
    { isLater, alert }: Extract<Verdict, { kind: "repeat" }>,
    current: ReadItem,
  ): Promise<Written | undefined> {
    const changes = {
      ...earlierReceipts(receivedAt, current.stored),
      ...repeatAttributes({ isLater, alert, signedAt, receivedAt }, current.stored),
    };
    const stored = await this.#change(current, changes);
    return stored && { stored, current: stored };
  }

  async #repeatPast(
    { signedAt, receivedAt }: NewItem,
    { isLater, alert }: Extract<Verdict, { kind: "past repeat" }>,
    current: ReadItem,
    past: ReadItem,
  ): Promise<Written | undefined> {
    const changes = {
      ...earlierReceiptOfRevision(receivedAt, past.stored),
      ...repeatAttributes({ isLater, alert, signedAt, receivedAt }, past.stored),
    };
    if (receivedAt >= current.stored.receivedAt) {
      const stored = await this.#change(past, changes);
      return stored && { stored, current: current.stored };
    }
    const changed = { receivedAt, v: current.stored.v + 1 };
    const counted = { ...changes, v: past.stored.v + 1 };
    const isMade = await writesTogether(this.#client, [
      this.#update(past.stored, counted),
      this.#update(current.stored, changed),
    ]);
    return isMade
      ? {
          stored: readStored({ ...past.item, ...counted }),
          current: readStored({ ...current.item, ...changed }),
        }
      : undefined;
  }

  /** Changes an item, if there is anything to change. @returns undefined where it changed meanwhile */
  async #change(
    { item, stored }: ReadItem,
    changes: Record<string, unknown>,
  ): Promise<StoredNotification | undefined> {
    if (Object.keys(changes).length === 0) return stored;
    const counted = { ...changes, v: stored.v + 1 };
    const { Update } = this.#update(stored, counted);
    const isMade = await succeedsConditionally(this.#client.send(new UpdateCommand(Update)));
    return isMade ? readStored({ ...item, ...counted }) : undefined;
  }

  #update(stored: StoredNotification, changes: Record<string, unknown>) {
    return {
      Update: {
        TableName: this.#table,
        Key: keyOf(stored),
        ...setting(changes),
        ...isStill(stored.v, changes),
      },
    };
  }

  /** One transaction, so that each revision is in one place. */
  async #becomesCurrent(
    revision: NotificationItem,
    current: ReadItem,
    past: ReadItem | undefined,
  ): Promise<Written | undefined> {
    const TableName = this.#table;
    const isMade = await writesTogether(this.#client, [
      { Put: { TableName, Item: revision, ...isStill(current.stored.v) } },
      { Put: { TableName, Item: asPast(current), ...IS_FREE } },
      ...(past === undefined
        ? []
        : [{ Delete: { TableName, Key: keyOf(past.stored), ...isStill(past.stored.v) } }]),
    ]);
    if (!isMade) return undefined;
    const stored = readStored(revision);
    return { stored, current: stored };
  }

  async #keepPast(
    revision: Omit<NotificationItem, "revisions">,
    counts: ReturnType<typeof countsWith>,
    current: ReadItem,
  ): Promise<Written | undefined> {
    const { receivedAt, risk, revisions } = counts;
    const changes = { receivedAt, risk, revisions, v: current.stored.v + 1 };
    const Item = withoutCurrentAttributes(revision);
    const isMade = await writesTogether(this.#client, [
      { Put: { TableName: this.#table, Item, ...IS_FREE } },
      this.#update(current.stored, changes),
    ]);
    return isMade
      ? { stored: readStored(Item), current: readStored({ ...current.item, ...changes }) }
      : undefined;
  }

  /**
   * Notes that the alert of a revision was published, wherever the revision is by now.
   * @param sent when, ISO 8601, and in which message
   */
  async markAlerted(
    { key, revision, digest, alert: { deliveryId } }: StoredNotification,
    sent: { at: string; id: string | undefined },
  ): Promise<void> {
    const places = [currentKeyOf({ key, revision }), pastKeyOf({ key, revision, digest })];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const items = await Promise.all(places.map((place) => this.#find(place)));
      const place = items.find((item) => item?.stored.digest === digest);
      // It moved between the two reads.
      if (place === undefined) continue;
      const { alert } = place.stored;
      if (alert.state !== "pending" || alert.deliveryId !== deliveryId) return;
      if (await this.#change(place, alertAttributes({ state: "sent", deliveryId, ...sent }))) return;
    }
    throw new BusyNotificationError({ key, revision });
  }

  /** The past revisions of a transaction but one, as they are at this very moment. */
  async #earlierThan({ key, revision, digest }: StoredNotification): Promise<StoredNotification[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#key = :key AND begins_with(#revision, :past)",
        ExpressionAttributeNames: { "#key": partition, "#revision": sort },
        ExpressionAttributeValues: {
          ":key": key,
          ":past": pastRevisionsOf(partsOfRevision(revision).transaction),
        },
        ConsistentRead: true,
        Limit: MOST_EARLIER,
      }),
    );
    return Items.map(readStored).filter((past) => past.digest !== digest);
  }

  /** The item under a key, read consistently; one that cannot be read is an error, since nothing may be written over it. */
  async #find(key: NotificationKey): Promise<ReadItem | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : { item: Item, stored: readStored(Item) };
  }
}

/** A stored revision as the rule sees it: laws that the item does not list are in its body. */
function ruleView(read: ReadItem | undefined): KnownRevision | undefined {
  if (read === undefined) return undefined;
  const { digest, riskNow, signedAt, alert, raw, laws } = read.stored;
  // Most repeats need no body.
  const illegalLaws = lazy(() => illegalKeys(notificationIn(raw)?.inflictedLaws ?? laws));
  return {
    digest,
    riskNow,
    signedAt,
    alert,
    get illegalLaws() {
      return illegalLaws();
    },
  };
}

/** What the current item says of all revisions, once a call is among them. */
function countsWith(item: NewItem, { stored }: ReadItem, past: ReadItem | undefined) {
  return {
    receivedAt: earlier(item.receivedAt, stored.receivedAt),
    risk: isWorse(item.risk, stored.risk) ? item.risk : stored.risk,
    revisions: stored.revisions + (past === undefined ? 1 : 0),
    repeats: past === undefined ? 0 : past.stored.repeats + 1,
  };
}

/** A past revision that the service says again: it keeps the bytes that came first. */
function revisionAgain({ stored }: ReadItem, item: NewItem): NewItem {
  return {
    ...item,
    raw: stored.raw,
    revisionReceivedAt: earlier(item.receivedAt, stored.revisionReceivedAt),
  };
}

/** The attributes that a repeat changes: nothing where the call was known. */
function repeatAttributes(
  repeat: { isLater: boolean; alert: RevisionAlert; signedAt: string; receivedAt: string },
  stored: StoredNotification,
): Record<string, unknown> {
  return {
    ...(repeat.alert === stored.alert ? {} : alertAttributes(repeat.alert)),
    ...(repeat.isLater
      ? { signedAt: repeat.signedAt, updatedAt: repeat.receivedAt, repeats: stored.repeats + 1 }
      : {}),
  };
}

/** A delivery that was held up may have been received before those that were stored. */
function earlierReceipts(receivedAt: string, stored: StoredNotification): Record<string, unknown> {
  return {
    ...earlierReceiptOfRevision(receivedAt, stored),
    ...(receivedAt < stored.receivedAt ? { receivedAt } : {}),
  };
}

function earlierReceiptOfRevision(receivedAt: string, stored: StoredNotification): Record<string, unknown> {
  return receivedAt < stored.revisionReceivedAt ? { revisionReceivedAt: receivedAt } : {};
}

function earlier(time: string, other: string): string {
  return time < other ? time : other;
}

/** The item of a revision that is no longer current. */
function asPast({ item, stored }: ReadItem) {
  return withoutCurrentAttributes({ ...item, ...pastKeyOf(stored) });
}

/** An item without what is said of all revisions, and without the keys of indexes: the current item alone has these. */
function withoutCurrentAttributes<T extends object>(item: T) {
  const {
    ofProject: _project,
    ofUser: _user,
    ofWallet: _wallet,
    ofHash: _hash,
    receivedAt: _receivedAt,
    risk: _risk,
    revisions: _revisions,
    ...rest
  } = item as T & Record<string, unknown>;
  return rest;
}

function alertAttributes({ state, deliveryId, at, id }: RevisionAlert) {
  return {
    alert: state,
    ...(deliveryId === undefined ? {} : { alertDelivery: deliveryId }),
    ...(at === undefined ? {} : { alertAt: at }),
    ...(id === undefined ? {} : { alertId: id }),
  };
}

const IS_FREE = {
  ConditionExpression: "attribute_not_exists(#key)",
  ExpressionAttributeNames: { "#key": partition },
};

/** The condition that nothing wrote the item meanwhile. @param changes the attributes that the same call sets */
function isStill(v: number, changes: Record<string, unknown> = {}) {
  return {
    ConditionExpression: "#v = :read",
    ExpressionAttributeNames: namesOf({ ...changes, v }),
    ExpressionAttributeValues: { ...valuesOf(changes), ":read": v },
  };
}

function setting(attributes: Record<string, unknown>) {
  return {
    UpdateExpression: `SET ${Object.keys(attributes)
      .map((name) => `#${name} = :${name}`)
      .join(", ")}`,
  };
}

function namesOf(attributes: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(attributes).map((name) => [`#${name}`, name]));
}

function valuesOf(attributes: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:${name}`, value]));
}

function keyOf({ key, revision }: NotificationKey) {
  return { [partition]: key, [sort]: revision };
}
