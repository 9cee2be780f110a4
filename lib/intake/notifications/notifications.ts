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
  type Attributes,
  alertAttributes,
  asCurrentAgain,
  asPastItem,
  notificationTotals,
  receiptChanges,
  repeatAttributes,
  revisionReceiptChanges,
  type StoredItem,
  withoutCurrentAttributes,
} from "./revision-attributes.ts";
import { illegalKeys, judgeRevision, type KnownRevision, type Verdict } from "./revision-rule.ts";

const { partition, sort } = NOTIFICATIONS_KEY;

/** A revision that was recorded. */
export interface RecordedRevision {
  kind: Verdict["kind"];
  /** The revision that was delivered. */
  delivered: StoredNotification;
  /** The current revision of its notification, which may be itself. */
  current: StoredNotification;
  /** Other past revisions, at most 100. They are read only if the delivered revision is past, or an alert of it is due. */
  otherPast: readonly StoredNotification[];
  /** The past revision that the delivered one replaced. */
  replaced: StoredNotification | undefined;
  /** True if the delivery has to publish an alert of the revision. */
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

/** Another delivery changed the notification between the read and the write: nothing was written. */
const CHANGED = "changed";

/** What a write leaves. */
type Written = Pick<RecordedRevision, "delivered" | "current">;

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
   * @param illegalLaws keys of the laws that call it illegal; any one key for a body in quarantine, of which officers always hear
   * @throws {BusyNotificationError} if others kept changing the notification
   */
  async record(item: NewItem, illegalLaws: ReadonlySet<string>, now = Date.now()): Promise<RecordedRevision> {
    const { digest, riskNow, signedAt, delivery: deliveryId } = item;
    const call = { digest, riskNow, signedAt, illegalLaws, deliveryId };
    // The first revision of most notifications is the only one: without a read first it costs one write.
    let current: StoredItem | undefined;
    let past: StoredItem | undefined;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const verdict = judgeRevision(call, knownRevision(current), knownRevision(past), now);
      const written = await this.#write(verdict, item, current, past);
      if (written !== CHANGED) return this.#recordedRevision(verdict.kind, written, deliveryId);
      current = await this.#find(currentKeyOf(item));
      past = current?.notification.digest === digest ? undefined : await this.#find(pastKeyOf(item));
    }
    throw new BusyNotificationError(item);
  }

  async #recordedRevision(
    kind: Verdict["kind"],
    { delivered, current }: Written,
    deliveryId: string,
  ): Promise<RecordedRevision> {
    const { alert } = delivered;
    const mustAlert = alert.state === "pending" && alert.deliveryId === deliveryId;
    const isPast = delivered.digest !== current.digest;
    const needsOthers = isPast || (mustAlert && current.revisions > 0);
    const otherPast = needsOthers ? await this.#otherPastRevisions(delivered) : [];
    const replaced = otherPast.find(({ digest }) => digest === delivered.replacedDigest);
    return { kind, delivered, current, otherPast, replaced, mustAlert };
  }

  /** Writes what a verdict asks for. */
  async #write(
    verdict: Verdict,
    item: NewItem,
    current: StoredItem | undefined,
    past: StoredItem | undefined,
  ): Promise<Written | typeof CHANGED> {
    if (verdict.kind === "first" || current === undefined) return this.#addFirst(item, verdict);
    switch (verdict.kind) {
      case "repeat":
        return this.#repeat(item, verdict, current);
      case "past repeat":
        return past === undefined
          ? this.#keepPast(item, verdict, current)
          : this.#repeatPast(item, verdict, current, past);
      case "current":
        return this.#becomesCurrent(item, verdict, current, past);
      case "past":
        return this.#keepPast(item, verdict, current);
    }
  }

  async #addFirst(item: NewItem, { alert }: Verdict): Promise<Written | typeof CHANGED> {
    const Item: NotificationItem = { ...item, ...alertAttributes(alert), revisions: 0, repeats: 0, v: 1 };
    const put = new PutCommand({ TableName: this.#table, Item, ...IF_ABSENT });
    const isWritten = await succeedsConditionally(this.#client.send(put));
    if (!isWritten) return CHANGED;
    const notification = readStored(Item);
    return { delivered: notification, current: notification };
  }

  async #repeat(
    { signedAt, receivedAt }: NewItem,
    { isLater, alert }: Extract<Verdict, { kind: "repeat" }>,
    current: StoredItem,
  ): Promise<Written | typeof CHANGED> {
    const changes = {
      ...receiptChanges(receivedAt, current.notification),
      ...repeatAttributes({ isLater, alert, signedAt, receivedAt }, current.notification),
    };
    const notification = await this.#change(current, changes);
    return notification === CHANGED ? CHANGED : { delivered: notification, current: notification };
  }

  async #repeatPast(
    { signedAt, receivedAt }: NewItem,
    { isLater, alert }: Extract<Verdict, { kind: "past repeat" }>,
    current: StoredItem,
    past: StoredItem,
  ): Promise<Written | typeof CHANGED> {
    const changes = {
      ...revisionReceiptChanges(receivedAt, past.notification),
      ...repeatAttributes({ isLater, alert, signedAt, receivedAt }, past.notification),
    };
    if (receivedAt >= current.notification.receivedAt) {
      const delivered = await this.#change(past, changes);
      return delivered === CHANGED ? CHANGED : { delivered, current: current.notification };
    }
    // The first receipt of the notification is now this one: both items change together.
    const changesOfPast = { ...changes, v: past.notification.v + 1 };
    const changesOfCurrent = { receivedAt, v: current.notification.v + 1 };
    const isWritten = await writesTogether(this.#client, [
      this.#update(past.notification, changesOfPast),
      this.#update(current.notification, changesOfCurrent),
    ]);
    if (!isWritten) return CHANGED;
    return {
      delivered: readStored({ ...past.attributes, ...changesOfPast }),
      current: readStored({ ...current.attributes, ...changesOfCurrent }),
    };
  }

  /** Changes an item, if there is anything to change. */
  async #change(
    { attributes, notification }: StoredItem,
    changes: Attributes,
  ): Promise<StoredNotification | typeof CHANGED> {
    if (Object.keys(changes).length === 0) return notification;
    const versioned = { ...changes, v: notification.v + 1 };
    const { Update } = this.#update(notification, versioned);
    const isWritten = await succeedsConditionally(this.#client.send(new UpdateCommand(Update)));
    return isWritten ? readStored({ ...attributes, ...versioned }) : CHANGED;
  }

  #update(stored: StoredNotification, changes: Attributes) {
    return {
      Update: {
        TableName: this.#table,
        Key: keyOf(stored),
        ...updateExpression(changes),
        ...ifUnchanged(stored.v, changes),
      },
    };
  }

  /** Writes both revisions in one transaction, so that each is in one place. */
  async #becomesCurrent(
    item: NewItem,
    { alert }: Verdict,
    current: StoredItem,
    past: StoredItem | undefined,
  ): Promise<Written | typeof CHANGED> {
    const TableName = this.#table;
    const revision: NotificationItem = {
      ...(past === undefined ? item : asCurrentAgain(past, item)),
      ...notificationTotals(item, current, past),
      ...alertAttributes(alert),
      v: current.notification.v + 1,
      replacedDigest: current.notification.digest,
    };
    const isWritten = await writesTogether(this.#client, [
      { Put: { TableName, Item: revision, ...ifUnchanged(current.notification.v) } },
      { Put: { TableName, Item: asPastItem(current), ...IF_ABSENT } },
      ...(past === undefined
        ? []
        : [{ Delete: { TableName, Key: keyOf(past.notification), ...ifUnchanged(past.notification.v) } }]),
    ]);
    if (!isWritten) return CHANGED;
    const notification = readStored(revision);
    return { delivered: notification, current: notification };
  }

  async #keepPast(item: NewItem, { alert }: Verdict, current: StoredItem): Promise<Written | typeof CHANGED> {
    const revision = { ...item, ...pastKeyOf(item), ...alertAttributes(alert), repeats: 0, v: 1 };
    const Item = withoutCurrentAttributes(revision);
    const { receivedAt, risk, revisions } = notificationTotals(item, current, undefined);
    const changes = { receivedAt, risk, revisions, v: current.notification.v + 1 };
    const isWritten = await writesTogether(this.#client, [
      { Put: { TableName: this.#table, Item, ...IF_ABSENT } },
      this.#update(current.notification, changes),
    ]);
    if (!isWritten) return CHANGED;
    return { delivered: readStored(Item), current: readStored({ ...current.attributes, ...changes }) };
  }

  /**
   * Notes that the alert of a revision was published, wherever the revision is by now.
   * @param published when, ISO 8601, and in which message
   */
  async markAlerted(
    { key, revision, digest, alert: { deliveryId } }: StoredNotification,
    published: { at: string; id: string | undefined },
  ): Promise<void> {
    const places = [currentKeyOf({ key, revision }), pastKeyOf({ key, revision, digest })];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const items = await Promise.all(places.map((place) => this.#find(place)));
      const place = items.find((item) => item?.notification.digest === digest);
      // It moved between the two reads.
      if (place === undefined) continue;
      const { alert } = place.notification;
      if (alert.state !== "pending" || alert.deliveryId !== deliveryId) return;
      const written = await this.#change(place, alertAttributes({ state: "sent", deliveryId, ...published }));
      if (written !== CHANGED) return;
    }
    throw new BusyNotificationError({ key, revision });
  }

  /** The past revisions of a transaction but this one, read consistently. */
  async #otherPastRevisions({ key, revision, digest }: StoredNotification): Promise<StoredNotification[]> {
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
  async #find(key: NotificationKey): Promise<StoredItem | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : { attributes: Item, notification: readStored(Item) };
  }
}

/** A stored revision as the rule sees it: laws that the item does not list are in its body. */
function knownRevision(item: StoredItem | undefined): KnownRevision | undefined {
  if (item === undefined) return undefined;
  const { digest, riskNow, signedAt, alert, raw, laws } = item.notification;
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

const IF_ABSENT = {
  ConditionExpression: "attribute_not_exists(#key)",
  ExpressionAttributeNames: { "#key": partition },
};

/** The condition that the item has the version that was read. @param changes the attributes that the same call sets */
function ifUnchanged(version: number, changes: Attributes = {}) {
  return {
    ConditionExpression: "#v = :read",
    ExpressionAttributeNames: namesOf({ ...changes, v: version }),
    ExpressionAttributeValues: { ...valuesOf(changes), ":read": version },
  };
}

function updateExpression(attributes: Attributes) {
  return {
    UpdateExpression: `SET ${Object.keys(attributes)
      .map((name) => `#${name} = :${name}`)
      .join(", ")}`,
  };
}

function namesOf(attributes: Attributes) {
  return Object.fromEntries(Object.keys(attributes).map((name) => [`#${name}`, name]));
}

function valuesOf(attributes: Attributes) {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:${name}`, value]));
}

function keyOf({ key, revision }: NotificationKey) {
  return { [partition]: key, [sort]: revision };
}
