/**
 * Messages that go out once, in the Alerts table: whoever writes the record first, under an id that is the same for all,
 * publishes the message. What was begun and not noted as sent is anybody's once the claim is over.
 */

import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { logger } from "../platform/observe.ts";
import { unlessRefused } from "../tables/conditional-write.ts";
import { ALERTS_KEY } from "../tables/keys.ts";
import { projectOfAlert, type StoredAlert } from "./alerts.ts";

/** A record of a message that goes out once. */
export type ClaimedAlert = StoredAlert & { claim: NonNullable<StoredAlert["claim"]> };

const UNREADABLE = "unreadable";

/** How the record of a message stands; what somebody has spoilt of it holds up no other message. */
const recordStanding = lazySchema(() =>
  z.object({
    state: z.catch(z.string(), UNREADABLE),
    claim: z.catch(z.optional(z.object({ id: z.string() })), undefined),
  }),
);

/** What came of a claim: `ours` is to be published, `sent` has gone out, `theirs` is just being sent by somebody else. */
export type ClaimOutcome = "ours" | "sent" | "theirs";

/**
 * The id of a message that goes out once: the same whoever makes it, and whenever.
 * @param at the moment that it is of, such as an hour of a day: ISO 8601 in UTC, with milliseconds
 * @param key what it is, among all of its project
 */
export function onceAlertId(projectId: number, at: string, key: string): string {
  return `${at}-${projectId}-${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
}

export class OnceAlertStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** How the record of a message stands at this very moment; undefined where nobody has begun with it. */
  async find(id: string): Promise<z.infer<typeof recordStanding> | undefined> {
    const projectId = projectOfAlert(id);
    if (projectId === undefined) return undefined;
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#table,
        Key: keyOf({ projectId: String(projectId), id }),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : recordStanding.parse(Item);
  }

  /** Records a message that is to be published. @param now ISO 8601 */
  async claim(alert: ClaimedAlert, now: string): Promise<ClaimOutcome> {
    const isMade = await unlessRefused(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: alert,
          // What SNS refused is anybody's at once.
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
    const found = await this.find(alert.id);
    if (found?.claim?.id === alert.claim.id && found.state === "pending") return "ours";
    if (found?.state === UNREADABLE)
      logger.error("a message's record cannot be read, and it stays unsent until the record is deleted", {
        alert: alert.id,
      });
    return found?.state === "sent" ? "sent" : "theirs";
  }

  /**
   * Notes what became of a message at `at` (ISO 8601).
   * @returns whether it was noted: nothing is once somebody else has claimed it
   */
  settle(
    { claim, ...key }: ClaimedAlert,
    state: "sent" | "failed",
    at: string,
    abortSignal: AbortSignal,
  ): Promise<boolean> {
    return unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(key),
          UpdateExpression: state === "sent" ? "SET #state = :state, sentAt = :at" : "SET #state = :state",
          ConditionExpression: "#claim.#claimId = :claim",
          ExpressionAttributeNames: { "#state": "state", "#claim": "claim", "#claimId": "id" },
          ExpressionAttributeValues: {
            ":state": state,
            ":claim": claim.id,
            ...(state === "sent" ? { ":at": at } : {}),
          },
        }),
        { abortSignal },
      ),
    );
  }
}

function keyOf({ projectId, id }: Pick<StoredAlert, "projectId" | "id">) {
  return { [ALERTS_KEY.partition]: projectId, [ALERTS_KEY.sort]: id };
}
