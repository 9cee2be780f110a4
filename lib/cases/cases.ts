/** The Cases table, as whoever alerts writes it: a case is there once, however often it is opened. */

import { type DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { timeShardOf } from "../notifications/notification-keys.ts";
import { unlessRefused } from "../tables/conditional-write.ts";
import { laterExpiry } from "../tables/expiry.ts";
import { CASES_KEY } from "../tables/keys.ts";
import { type StoredCase, storedCase } from "./case.ts";
import { orderOf } from "./case-keys.ts";
import { logUnreadable, readableIn } from "./case-reading.ts";

const { partition, sort } = CASES_KEY;

/** A case that is to be opened. */
export type NewCase = Omit<StoredCase, "openShard" | "timeShard" | "order">;

/** A wallet's case; `lastCrossed` is the run that opens it. */
export type NewWalletCase = NewCase & { kind: "wallet"; lastCrossed: string };

export class CaseStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Opens a case where there is none under its key. @returns whether it is new */
  open(found: NewCase): Promise<boolean> {
    const shard = timeShardOf(found.projectId, found.subject);
    const item: StoredCase = {
      ...found,
      order: orderOf(found),
      openShard: shard,
      timeShard: shard,
    };
    return unlessRefused(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: item,
          ConditionExpression: "attribute_not_exists(#subject)",
          ExpressionAttributeNames: { "#subject": partition },
        }),
      ),
    );
  }

  /**
   * Opens a wallet's case, or notes the crossing in the one that is open. Doing it again changes nothing.
   * @returns whether a case is new
   */
  async openForWallet(found: NewWalletCase): Promise<boolean> {
    // A case that was open when it was looked at may be decided since: then this crossing is another case's.
    for (;;) {
      const last = await this.#lastOf(found.subject);
      // Where there is none that can be read, whatever stands under the new one's key is this crossing's.
      if (last === undefined) return this.open(found);
      if (found.lastCrossed <= (last.lastCrossed ?? last.opened)) return false;
      const isOpen = last.openShard !== undefined;
      if (isOpen ? await this.#cross(last, found) : await this.open(found)) return !isOpen;
    }
  }

  /** @returns whether it was noted: a case that was decided or held meanwhile takes none */
  #cross(
    open: StoredCase,
    { lastCrossed, score, previousScore, expiresAt }: NewWalletCase,
  ): Promise<boolean> {
    const sets = ["lastCrossed = :run", "expiresAt = :expiresAt"];
    if (score !== undefined) sets.push("score = :score");
    if (previousScore !== undefined) sets.push("previousScore = :previous");
    return unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { [partition]: open.subject, [sort]: open.opened },
          UpdateExpression: `SET ${sets.join(", ")}`,
          // Runs sort by their time: an earlier one that comes late leaves the later one's score. A case that a hold
          // was placed on meanwhile stays held. One that lost its last crossing would be tried again for ever.
          ConditionExpression:
            "attribute_exists(openShard) AND (attribute_not_exists(lastCrossed) OR lastCrossed < :run) AND expiresAt = :expiredAt",
          ExpressionAttributeValues: {
            ":run": lastCrossed,
            ":score": score,
            ":previous": previousScore,
            ":expiredAt": open.expiresAt,
            ":expiresAt": laterExpiry(open.expiresAt, expiresAt),
          },
        }),
      ),
    );
  }

  /** A crossing is never lost to a case that somebody spoilt: it is as if that were none, and the log names it. */
  async #lastOf(subject: string): Promise<StoredCase | undefined> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#subject = :subject",
        ExpressionAttributeNames: { "#subject": partition },
        ExpressionAttributeValues: { ":subject": subject },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: 1,
      }),
    );
    return readableIn(storedCase, Items, logUnreadable)[0];
  }
}
