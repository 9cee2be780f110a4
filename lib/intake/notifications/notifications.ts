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
  asPast,
  countsWith,
  earlierReceiptOfRevision,
  earlierReceipts,
  repeatAttributes,
  revisionAgain,
  type StoredItem,
  withoutCurrentAttributes,
} from "./revision-attributes.ts";
import { illegalKeys, judgeRevision, type KnownRevision, type Verdict } from "./revision-rule.ts";

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

/** What a write leaves: the revision of the delivery, and the current one, which may be itself. */
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
    let current: StoredItem | undefined;
    let past: StoredItem | undefined;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const verdict = judgeRevision(call, knownRevision(current), knownRevision(past), now);
      const written = await this.#write(verdict, item, current, past);
      if (written !== undefined) return this.#recordedRevision(verdict.kind, written, deliveryId);
      current = await this.#find(currentKeyOf(item));
      past = current?.stored.digest === digest ? undefined : await this.#find(pastKeyOf(item));
    }
    throw new BusyNotificationError(item);
  }

  async #recordedRevision(
    kind: Verdict["kind"],
    { stored, current }: Written,
    deliveryId: string,
  ): Promise<RecordedRevision> {
    const { alert } = stored;
    const mustAlert = alert.state === "pending" && alert.deliveryId === deliveryId;
    const isPast = stored.digest !== current.digest;
    const needsEarlier = isPast || (mustAlert && current.revisions > 0);
    const earlier = needsEarlier ? await this.#earlierThan(stored) : [];
    const before = earlier.find((revision) => revision.digest === stored.replacedDigest);
    return { kind, stored, current, earlier, before, mustAlert };
  }

  /** Writes what a verdict asks for. @returns undefined where the notification changed since it was read */
  async #write(
    verdict: Verdict,
    item: NewItem,
    current: StoredItem | undefined,
    past: StoredItem | undefined,
  ): Promise<Written | undefined> {
    switch (verdict.kind) {
      case "first":
        return this.#addFirst(item, verdict);
      case "repeat":
        return current && this.#repeat(item, verdict, current);
      case "past repeat":
        return current && past && this.#repeatPast(item, verdict, current, past);
      case "current":
        return current && this.#becomesCurrent(item, verdict, current, past);
      case "past":
        return current && this.#keepPast(item, verdict, current);
    }
  }

  async #addFirst(item: NewItem, { alert }: Verdict): Promise<Written | undefined> {
    const Item: NotificationItem = { ...item, ...alertAttributes(alert), revisions: 0, repeats: 0, v: 1 };
    const put = new PutCommand({ TableName: this.#table, Item, ...IF_ABSENT });
    const isWritten = await succeedsConditionally(this.#client.send(put));
    if (!isWritten) return undefined;
    const stored = readStored(Item);
    return { stored, current: stored };
  }

  async #repeat(
    { signedAt, receivedAt }: NewItem,
    { isLater, alert }: Extract<Verdict, { kind: "repeat" }>,
    current: StoredItem,
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
    current: StoredItem,
    past: StoredItem,
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
    const isWritten = await writesTogether(this.#client, [
      this.#update(past.stored, counted),
      this.#update(current.stored, changed),
    ]);
    return isWritten
      ? {
          stored: readStored({ ...past.attributes, ...counted }),
          current: readStored({ ...current.attributes, ...changed }),
        }
      : undefined;
  }

  /** Changes an item, if there is anything to change. @returns undefined where it changed meanwhile */
  async #change(
    { attributes, stored }: StoredItem,
    changes: Attributes,
  ): Promise<StoredNotification | undefined> {
    if (Object.keys(changes).length === 0) return stored;
    const counted = { ...changes, v: stored.v + 1 };
    const { Update } = this.#update(stored, counted);
    const isWritten = await succeedsConditionally(this.#client.send(new UpdateCommand(Update)));
    return isWritten ? readStored({ ...attributes, ...counted }) : undefined;
  }

  #update(stored: StoredNotification, changes: Attributes) {
    return {
      Update: {
        TableName: this.#table,
        Key: keyOf(stored),
        ...setting(changes),
        ...ifUnchanged(stored.v, changes),
      },
    };
  }

  /** One transaction, so that each revision is in one place. */
  async #becomesCurrent(
    item: NewItem,
    { alert }: Verdict,
    current: StoredItem,
    past: StoredItem | undefined,
  ): Promise<Written | undefined> {
    const TableName = this.#table;
    const revision: NotificationItem = {
      ...(past === undefined ? item : revisionAgain(past, item)),
      ...countsWith(item, current, past),
      ...alertAttributes(alert),
      v: current.stored.v + 1,
      replacedDigest: current.stored.digest,
    };
    const isWritten = await writesTogether(this.#client, [
      { Put: { TableName, Item: revision, ...ifUnchanged(current.stored.v) } },
      { Put: { TableName, Item: asPast(current), ...IF_ABSENT } },
      ...(past === undefined
        ? []
        : [{ Delete: { TableName, Key: keyOf(past.stored), ...ifUnchanged(past.stored.v) } }]),
    ]);
    if (!isWritten) return undefined;
    const stored = readStored(revision);
    return { stored, current: stored };
  }

  async #keepPast(item: NewItem, { alert }: Verdict, current: StoredItem): Promise<Written | undefined> {
    const revision = { ...item, ...pastKeyOf(item), ...alertAttributes(alert), repeats: 0, v: 1 };
    const Item = withoutCurrentAttributes(revision);
    const { receivedAt, risk, revisions } = countsWith(item, current, undefined);
    const changes = { receivedAt, risk, revisions, v: current.stored.v + 1 };
    const isWritten = await writesTogether(this.#client, [
      { Put: { TableName: this.#table, Item, ...IF_ABSENT } },
      this.#update(current.stored, changes),
    ]);
    return isWritten
      ? { stored: readStored(Item), current: readStored({ ...current.attributes, ...changes }) }
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
  async #find(key: NotificationKey): Promise<StoredItem | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : { attributes: Item, stored: readStored(Item) };
  }
}

/** A stored revision as the rule sees it: laws that the item does not list are in its body. */
function knownRevision(item: StoredItem | undefined): KnownRevision | undefined {
  if (item === undefined) return undefined;
  const { digest, riskNow, signedAt, alert, raw, laws } = item.stored;
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

function setting(attributes: Attributes) {
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
