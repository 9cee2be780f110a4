/** The Alerts table: each message that went to the alerts topic, as it was sent, and what it speaks of. */

import { createHash, randomBytes } from "node:crypto";
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { logger } from "../aws/observe.ts";
import { succeedsConditionally } from "../aws/tables/conditional-write.ts";
import { ALERTS_KEY } from "../aws/tables/keys.ts";
import { mergeSorted, queryItems } from "../aws/tables/query.ts";

const text = z.string();

/** Subject of a message: a stored notification by its key, or a wallet. */
const alertSubject = z.union([
  z.object({ key: text, revision: text }),
  z.object({ address: text, chainId: text }),
]);
export type AlertSubject = z.infer<typeof alertSubject>;

const storedAlert = z.object({
  /** Digits; `all` for a brief. */
  projectId: text,
  /** `<time of making, ISO 8601 in UTC>-<project>-<random>`; of a message that goes out once see `onceAlertId`. */
  id: text,
  /** Kind, as subscribers filter by it: `notification`, `quarantine`, `wallet` and so on. */
  kind: text,
  /** `pending` until SNS has it; `failed` where SNS did not say so: it is made again with what it speaks of. */
  state: z.enum(["pending", "sent", "failed"]),
  /** ISO 8601, UTC. */
  sentAt: z.optional(text),
  subjects: z.array(alertSubject),
  /** Number of subjects, if not all are listed. */
  subjectCount: z.optional(z.number()),
  /** As it was published: the subject, and the text of each channel by the channel's name. */
  message: z.record(text, text),
  /** The call that publishes a message that goes out once, and the time until which no other may. */
  claim: z.optional(z.object({ id: text, until: text })),
  expiresAt: z.number(),
});
export type StoredAlert = z.infer<typeof storedAlert>;

/** The record of a message that goes out once. */
type ClaimedAlert = StoredAlert & { claim: NonNullable<StoredAlert["claim"]> };

/** Outcome of a claim: `ours` is to be published, `sent` has gone out, `claimed-elsewhere` is just being sent by another call. */
type ClaimOutcome = "ours" | "sent" | "claimed-elsewhere";

const UNREADABLE = "unreadable";

/** State of a message's record; a corrupt one holds up no other message. */
const recordStanding = z.object({
  state: z.catch(z.string(), UNREADABLE),
  claim: z.catch(z.optional(z.object({ id: z.string() })), undefined),
});

/** Filter of alerts; an absent field does not restrict. */
export interface AlertFilter {
  projectIds: readonly number[];
  state?: StoredAlert["state"] | undefined;
  /** Made at or after, or sent so up to a day later, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
  /** Made before. */
  until?: string | undefined;
}

/** Project of an alert; a brief is of all, in any order of them. */
export type AlertedProject = number | "all";

/** A new id of an alert that is made at `now` (milliseconds): ids sort by time, and say their project. */
export function newAlertId(projectId: AlertedProject, now: number): string {
  return `${new Date(now).toISOString()}-${projectId}-${randomBytes(4).toString("hex")}`;
}

/**
 * Id of a message that goes out once: the same from every maker at every time.
 * @param at the moment that it is of, such as an hour of a day: ISO 8601 in UTC, with milliseconds
 * @param key its name among all of its project
 */
export function onceAlertId(projectId: AlertedProject, at: string, key: string): string {
  return `${at}-${projectId}-${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
}

const ID = /^\d{4}-\d\d-\d\dT[\d:.]+Z-(\d+|all)-(?:[0-9a-f]{8}|[0-9a-f]{32})$/;

/** A message of a day goes out within the day. */
const LONGEST_DELAY_MS = 86_400_000;

export class AlertStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Writes an alert before it is published. */
  async add(alert: StoredAlert, abortSignal?: AbortSignal): Promise<void> {
    await this.#client.send(
      new PutCommand({ TableName: this.#table, Item: alert }),
      abortSignal === undefined ? {} : { abortSignal },
    );
  }

  /**
   * Writes a message that goes out once before it is published, under an id that is the same for all who send it: who writes
   * it first publishes it. What SNS refused can be claimed at once, and what was begun and not noted as sent once the claim
   * is over.
   * @param now ISO 8601
   */
  async claim(alert: ClaimedAlert, now: string): Promise<ClaimOutcome> {
    const isMade = await succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: alert,
          ConditionExpression:
            "attribute_not_exists(#id) OR #state = :failed OR (#state = :pending AND #claim.#until < :now)",
          ExpressionAttributeNames: {
            "#id": ALERTS_KEY.sort,
            "#state": "state",
            "#claim": "claim",
            "#until": "until",
          },
          ExpressionAttributeValues: { ":failed": "failed", ":pending": "pending", ":now": now },
        }),
      ),
    );
    if (isMade) return "ours";
    // The SDK repeats a call whose reply was lost, and then the condition is refused because of the first time.
    const standing = await this.standing(alert.id);
    if (standing?.claim?.id === alert.claim.id && standing.state === "pending") return "ours";
    if (standing?.state === UNREADABLE)
      logger.error("a message's record cannot be read, and it stays unsent until the record is deleted", {
        alert: alert.id,
      });
    return standing?.state === "sent" ? "sent" : "claimed-elsewhere";
  }

  /** State of a message's record, read consistently; undefined without a record. */
  async standing(id: string): Promise<z.infer<typeof recordStanding> | undefined> {
    const item = await this.#item(id, true);
    return item === undefined ? undefined : recordStanding.parse(item);
  }

  /**
   * Notes what became of an alert.
   * @returns whether it was noted: nothing is of one that was deleted, or that another call has claimed since
   */
  async settle(
    { projectId, id, claim }: Pick<StoredAlert, "projectId" | "id" | "claim">,
    state: "sent" | "failed",
    abortSignal?: AbortSignal,
  ): Promise<boolean> {
    const { partition, sort } = ALERTS_KEY;
    const at = state === "sent" ? { ":at": new Date().toISOString() } : {};
    return succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { [partition]: projectId, [sort]: id },
          UpdateExpression: state === "sent" ? "SET #state = :state, sentAt = :at" : "SET #state = :state",
          ...(claim === undefined
            ? {
                ConditionExpression: "attribute_exists(#id)",
                ExpressionAttributeNames: { "#state": "state", "#id": sort },
                ExpressionAttributeValues: { ":state": state, ...at },
              }
            : {
                ConditionExpression: "#claim.#id = :claim",
                ExpressionAttributeNames: { "#state": "state", "#claim": "claim", "#id": "id" },
                ExpressionAttributeValues: { ":state": state, ":claim": claim.id, ...at },
              }),
        }),
        abortSignal === undefined ? {} : { abortSignal },
      ),
    );
  }

  /** An alert by its id; undefined if unknown. */
  async find(id: string): Promise<StoredAlert | undefined> {
    const item = await this.#item(id, false);
    return item === undefined ? undefined : storedAlert.parse(item);
  }

  async #item(id: string, ConsistentRead: boolean): Promise<Record<string, unknown> | undefined> {
    const [, projectId] = ID.exec(id) ?? [];
    if (projectId === undefined) return undefined;
    const Key = { [ALERTS_KEY.partition]: projectId, [ALERTS_KEY.sort]: id };
    const reply = await this.#client.send(new GetCommand({ TableName: this.#table, Key, ConsistentRead }));
    return reply.Item;
  }

  /** The alerts that fit, in the order in which they were made or the other way round, read as far as they are consumed. */
  async *list(filter: AlertFilter, first: "newest" | "oldest" = "newest"): AsyncGenerator<StoredAlert> {
    const { projectIds, state } = filter;
    const streams = projectIds.map((projectId) => this.#ofProject(projectId, filter, first));
    const before = (a: StoredAlert, b: StoredAlert) => (first === "newest" ? a.id > b.id : a.id < b.id);
    for await (const alert of mergeSorted(streams, before)) {
      if (state === undefined || alert.state === state) yield alert;
    }
  }

  async *#ofProject(
    projectId: number,
    { since, until }: AlertFilter,
    first: "newest" | "oldest",
  ): AsyncGenerator<StoredAlert> {
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    // The id of a message that goes out once has the time at which it was due.
    const from = since && new Date(Math.max(0, Date.parse(since) - LONGEST_DELAY_MS)).toISOString();
    const items = queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#project = :project AND #id BETWEEN :since AND :until",
      ExpressionAttributeNames: { "#project": ALERTS_KEY.partition, "#id": ALERTS_KEY.sort },
      // An id goes on behind its time, so that those of the last moment sort behind it.
      ExpressionAttributeValues: {
        ":project": String(projectId),
        ":since": from ?? "0",
        ":until": until ?? "9",
      },
      ScanIndexForward: first === "oldest",
    });
    for await (const item of items) {
      const alert = storedAlert.parse(item);
      if (since === undefined || alert.id >= since || (alert.sentAt ?? "") >= since) yield alert;
    }
  }
}
