/** The Notifications table, as store-notifications writes it: each content in one place, and its alert marked once it is out. */

import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { lazy } from "../../aws/lazy.ts";
import { succeedsConditionally, writesTogether } from "../../aws/tables/conditional-write.ts";
import { NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { isWorse } from "../../law/laws.ts";
import type { NewItem } from "./notification-item.ts";
import { currentKey, type NotificationKey, partsOfRevision, revisionKeyOf } from "./notification-keys.ts";
import { type NotificationItem, readStored, type StoredNotification } from "./notification-schema.ts";
import { notificationIn } from "./raw-body.ts";
import { type AlertState, illegalKeys, judgeContent, type Stored, type Verdict } from "./revision-rule.ts";

const { partition, sort } = NOTIFICATIONS_KEY;

/** A content that was recorded. */
export interface RecordedContent {
  kind: Verdict["kind"];
  stored: StoredNotification;
  /** The content that was current when this one came; undefined for the first one, and for a repeat without an alert to publish. */
  before: StoredNotification | undefined;
  /** True where the delivery has to publish an alert of it. */
  mustAlert: boolean;
}

/** Tries to write a content beside others that change its notification at the same time. */
const MOST_ATTEMPTS = 30;

/** Others kept changing a notification: the delivery comes again. */
class BusyNotificationError extends Error {
  override name = "BusyNotificationError";
  constructor({ key }: NotificationKey) {
    super(`${key} changed ${MOST_ATTEMPTS} times while a content was stored under it; it is tried again.`);
  }
}

/** An item as it is stored, and as it reads. */
interface Found {
  item: Record<string, unknown>;
  stored: StoredNotification;
}

export class NotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Records a content by the rule of revision-rule.ts. Doing it again changes nothing, and says again whether its delivery has to
   * publish an alert.
   * @param illegal keys of the laws that call it illegal; of a body that officers hear of in any case, any key
   * @throws {BusyNotificationError} if others kept changing the notification
   */
  async record(item: NewItem, illegal: ReadonlySet<string>, now = Date.now()): Promise<RecordedContent> {
    const { content, contentAt: receivedAt, delivery } = item;
    const incoming = { content, illegal, receivedAt, delivery };
    const { transaction } = partsOfRevision(item.revision);
    // The first content of most notifications is the only one: it costs one write, and no read.
    let current: Found | undefined;
    let revision: Found | undefined;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const verdict = judgeContent(incoming, inRule(current), revision?.stored, now);
      const written = await this.#write(verdict, item, current, revision);
      if (written !== undefined) {
        const { state, by } = written.alert;
        const mustAlert = state === "pending" && by === delivery;
        const replaced = () => (mustAlert ? this.#replacedBy(written) : undefined);
        const before = verdict.kind === "repeat" ? await replaced() : current?.stored;
        return { kind: verdict.kind, stored: written, before, mustAlert };
      }
      current = await this.#find(currentKey(item.key, transaction));
      revision = current?.stored.content === content ? undefined : await this.#find(revisionKeyOf(item));
    }
    throw new BusyNotificationError(item);
  }

  /** @returns the content's item; undefined where the notification changed meanwhile */
  async #write(
    verdict: Verdict,
    item: NewItem,
    current: Found | undefined,
    revision: Found | undefined,
  ): Promise<StoredNotification | undefined> {
    const alert = alertAttributes(verdict.alert);
    if (current === undefined) {
      const first = { ...item, ...alert, revisions: 0, repeats: 0, v: 1 };
      return (await this.#add(first)) ? readStored(first) : undefined;
    }
    switch (verdict.kind) {
      case "repeat":
        return this.#mark(current, verdict.alert, verdict.isLater ? item.updatedAt : undefined);
      case "known":
        return revision && this.#mark(revision, verdict.alert);
      default: {
        const { stored } = current;
        const risk = isWorse(item.risk, stored.risk) ? item.risk : stored.risk;
        const revisions = stored.revisions + (revision === undefined ? 1 : 0);
        // A content that is current again has the repeats that it had.
        const repeats = revision?.stored.repeats ?? 0;
        const counts = { receivedAt: stored.receivedAt, risk, revisions, repeats };
        const made = { ...item, ...alert, ...counts, v: stored.v + 1 };
        return verdict.kind === "current"
          ? this.#becomesCurrent({ ...made, replaced: stored.content }, current, revision)
          : this.#keepOvertaken({ ...made, ...revisionKeyOf(item) }, current);
      }
    }
  }

  #add(item: NotificationItem): Promise<boolean> {
    return succeedsConditionally(
      this.#client.send(new PutCommand({ TableName: this.#table, Item: item, ...IS_FREE })),
    );
  }

  /**
   * Changes an item's alert, and counts a repeat.
   * @param repeatedAt when the repeat was received; undefined where none is to be counted
   * @returns the item; undefined where it changed meanwhile
   */
  async #mark(
    { item, stored }: Found,
    alert: AlertState,
    repeatedAt?: string,
  ): Promise<StoredNotification | undefined> {
    if (repeatedAt === undefined && alert === stored.alert) return stored;
    const { v } = stored;
    const changed = {
      ...alertAttributes(alert),
      updatedAt: repeatedAt ?? stored.updatedAt,
      v: v + 1,
      repeats: stored.repeats + (repeatedAt === undefined ? 0 : 1),
    };
    const isMade = await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(stored),
          ...setting(changed),
          ...isStill(v, changed),
        }),
      ),
    );
    return isMade ? readStored({ ...item, ...changed }) : undefined;
  }

  /** One transaction, so that each content is in one place. */
  async #becomesCurrent(
    made: NotificationItem,
    current: Found,
    revision: Found | undefined,
  ): Promise<StoredNotification | undefined> {
    const TableName = this.#table;
    const isMade = await writesTogether(this.#client, [
      { Put: { TableName, Item: made, ...isStill(current.stored.v) } },
      { Put: { TableName, Item: asRevision(current.item, current.stored), ...IS_FREE } },
      ...(revision === undefined
        ? []
        : [{ Delete: { TableName, Key: keyOf(revision.stored), ...isStill(revision.stored.v) } }]),
    ]);
    return isMade ? readStored(made) : undefined;
  }

  async #keepOvertaken(made: NotificationItem, current: Found): Promise<StoredNotification | undefined> {
    const TableName = this.#table;
    const { v } = current.stored;
    const counted = { risk: made.risk, revisions: made.revisions, v: v + 1 };
    const Item = withoutIndexKeys(made);
    const isMade = await writesTogether(this.#client, [
      { Put: { TableName, Item, ...IS_FREE } },
      { Update: { TableName, Key: keyOf(current.stored), ...setting(counted), ...isStill(v, counted) } },
    ]);
    return isMade ? readStored(Item) : undefined;
  }

  /**
   * Notes that the alert of a content was published, wherever the content is by now.
   * @param sent when, ISO 8601, and in which message
   */
  async markAlerted(
    { key, revision, content, alert: { by } }: StoredNotification,
    sent: { at: string; id: string | undefined },
  ): Promise<void> {
    const { transaction } = partsOfRevision(revision);
    const places = [currentKey(key, transaction), revisionKeyOf({ key, revision, content })];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const found = await Promise.all(places.map((place) => this.#find(place)));
      const one = found.find((place) => place?.stored.content === content);
      // It moved between the two reads.
      if (one === undefined) continue;
      const { alert } = one.stored;
      if (alert.state !== "pending" || alert.by !== by) return;
      if (await this.#mark(one, { state: "sent", by, ...sent })) return;
    }
    throw new BusyNotificationError({ key, revision });
  }

  /** The content that was current before one; its delivery may come again before its alert is out. */
  async #replacedBy({
    key,
    revision,
    replaced,
  }: StoredNotification): Promise<StoredNotification | undefined> {
    if (replaced === undefined) return undefined;
    return (await this.#find(revisionKeyOf({ key, revision, content: replaced })))?.stored;
  }

  /** The item under a key, read consistently; one that cannot be read is an error, since nothing may be written over it. */
  async #find(key: NotificationKey): Promise<Found | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : { item: Item, stored: readStored(Item) };
  }
}

/** A stored content as the rule sees it: laws that the item does not list are in its body. */
function inRule(found: Found | undefined): Stored | undefined {
  if (found === undefined) return undefined;
  const { content, updatedAt, alert, raw, laws } = found.stored;
  // Most repeats need no body.
  const illegal = lazy(() => illegalKeys(notificationIn(raw)?.inflictedLaws ?? laws));
  return {
    ...{ content, updatedAt, alert },
    get illegal() {
      return illegal();
    },
  };
}

/** The item of a content that is no longer current: no index has it. */
function asRevision(item: Record<string, unknown>, stored: StoredNotification) {
  return withoutIndexKeys({ ...item, ...revisionKeyOf(stored) });
}

function withoutIndexKeys<T extends object>(item: T) {
  const {
    ofProject: _p,
    ofUser: _u,
    ofWallet: _w,
    ofHash: _h,
    ...rest
  } = item as T & Record<string, unknown>;
  return rest;
}

function alertAttributes({ state, by, at, id }: AlertState) {
  return {
    alert: state,
    ...(by === undefined ? {} : { alertBy: by }),
    ...(at === undefined ? {} : { alertAt: at }),
    ...(id === undefined ? {} : { alertId: id }),
  };
}

const IS_FREE = {
  ConditionExpression: "attribute_not_exists(#key)",
  ExpressionAttributeNames: { "#key": partition },
};

/** The condition that nothing wrote the item meanwhile. @param beside the attributes that the same call sets */
function isStill(v: number, beside: Record<string, unknown> = {}) {
  return {
    ConditionExpression: "#v = :read",
    ExpressionAttributeNames: namesOf({ ...beside, v }),
    ExpressionAttributeValues: { ...valuesOf(beside), ":read": v },
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
