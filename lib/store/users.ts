/** The Users table: one item a user, `{userId, ...User record}`; the only place that holds personal data. */

import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from "@aws-sdk/lib-dynamodb";
import { issuesOf } from "../contract/issues.ts";
import { type UserRecord, userProjects, userRecord } from "../contract/user.ts";
import { unlessRefused } from "./conditional-write.ts";
import { USERS_KEY } from "./keys.ts";

/** An item that does not hold a User record. `paths` names the fields that are wrong, never what they hold. */
export class InvalidRecordError extends Error {
  override name = "InvalidRecordError";
  readonly paths: readonly string[];
  constructor(paths: readonly string[]) {
    super(`The stored record of this user is not valid in ${paths.join(", ")}: write it again.`);
    this.paths = paths;
  }
}

/** A user and their record, as one line of an import or one item of the table. */
export interface User {
  userId: string;
  record: UserRecord;
  /** The projects that may look the user up; all of the stack where absent. It is no part of the record. */
  projects?: readonly number[] | undefined;
}

/** DynamoDB's limit for one batch of writes. */
export const USERS_PER_BATCH = 25;

export class UserStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * A user; undefined where there is none, and where a project in `asking` may not look the user up: nothing is then
   * said of the record, not even that it is invalid. The read is consistent: it costs one unit more, and a user that
   * was written a moment ago is not answered as unknown.
   * @param asking the projects on whose behalf the user is looked up; none for a person with access to the table
   * @throws {InvalidRecordError}
   */
  async getUser(userId: string, asking: readonly number[] = []): Promise<User | undefined> {
    const item = await this.#read(userId);
    if (item === undefined) return undefined;
    const projects = userProjects.safeParse(item["projects"]);
    if (!projects.success) throw new InvalidRecordError(["projects"]);
    if (asking.some((project) => projects.data?.includes(project) === false)) return undefined;
    const result = userRecord.safeParse(item);
    if (result.success) return { userId, record: result.data, projects: projects.data };
    throw new InvalidRecordError([...new Set(issuesOf(result.error).map(({ path }) => path))]);
  }

  async #read(userId: string): Promise<Record<string, unknown> | undefined> {
    try {
      const { Item } = await this.#client.send(
        new GetCommand({
          TableName: this.#table,
          Key: { [USERS_KEY.partition]: userId },
          ConsistentRead: true,
        }),
      );
      return Item;
    } catch (error) {
      // The SDK quotes a number that a double cannot hold in its error's text, and that number is personal data.
      if (error instanceof Error && error.message.includes("options.wrapNumbers"))
        throw new InvalidRecordError(["a number"]);
      throw error;
    }
  }

  /** Writes a user, in place of what was there. */
  async putUser(userId: string, record: UserRecord, projects?: readonly number[]): Promise<void> {
    const Item = itemOf({ userId, record, projects });
    await this.#client.send(new PutCommand({ TableName: this.#table, Item }));
  }

  /**
   * Writes up to {@link USERS_PER_BATCH} users, no two with one id, in place of what was there.
   * @returns the ids that DynamoDB did not take yet, because the table is busy: write those again after a pause
   */
  async putUsers(users: readonly User[]): Promise<string[]> {
    const { UnprocessedItems } = await this.#client.send(
      new BatchWriteCommand({
        RequestItems: { [this.#table]: users.map((user) => ({ PutRequest: { Item: itemOf(user) } })) },
      }),
    );
    return (UnprocessedItems?.[this.#table] ?? []).map(({ PutRequest }) =>
      String(PutRequest?.Item?.[USERS_KEY.partition]),
    );
  }

  /** Deletes a user. @returns whether there was one */
  deleteUser(userId: string): Promise<boolean> {
    return unlessRefused(
      this.#client.send(
        new DeleteCommand({
          TableName: this.#table,
          Key: { [USERS_KEY.partition]: userId },
          ConditionExpression: "attribute_exists(#id)",
          ExpressionAttributeNames: { "#id": USERS_KEY.partition },
        }),
      ),
    );
  }
}

function itemOf({ userId, record, projects }: User): Record<string, unknown> {
  return { ...record, ...(projects === undefined ? {} : { projects }), [USERS_KEY.partition]: userId };
}
