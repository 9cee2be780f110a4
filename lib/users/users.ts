/** The Users table: one item a user, `{userId, ...User record}`; the only place that holds personal data. */

import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { putItems } from "../aws/tables/batch-write.ts";
import { succeedsConditionally } from "../aws/tables/conditional-write.ts";
import { USERS_KEY } from "../aws/tables/keys.ts";
import { scanItems } from "../aws/tables/query.ts";
import { TEST_PROJECT } from "../contract/test-project.ts";
import type { UserRecord } from "../contract/user.ts";
import {
  InvalidProjectsError,
  InvalidRecordError,
  itemOf,
  projectsOf,
  readable,
  recordIn,
  type User,
  userIn,
} from "./user-item.ts";

/** A table that scales on demand refuses a part while it grows; a minute of tries is enough for that. */
const IMPORT_TRIES = 11;

const ONLY_PROJECTS = { ProjectionExpression: "#p", ExpressionAttributeNames: { "#p": "projects" } };

export class UserStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * A user; undefined if unknown, or if a project in `asking` may not look the user up: nothing is then
   * said of the record, not even that it is invalid. The read is consistent: it costs one unit more, and a user that
   * was written a moment ago is not answered as unknown.
   * @param asking the projects on whose behalf the user is looked up; none for a person with access to the table
   * @throws {InvalidProjectsError} if the record's projects are invalid; the caller must not learn that it exists
   * @throws {InvalidRecordError}
   */
  async getUser(userId: string, asking: readonly number[] = []): Promise<User | undefined> {
    const item = await this.#readFor(asking, userId);
    if (item === undefined) return undefined;
    const projects = projectsOf(item);
    if (!mayAllLookUp(asking, projects)) return undefined;
    return { userId, record: recordIn(item), projects };
  }

  /** Reads an item. One with an unreadable number fails as a whole: a second read of its projects decides who may know. */
  async #readFor(asking: readonly number[], userId: string): Promise<Record<string, unknown> | undefined> {
    try {
      return await this.#read(userId);
    } catch (error) {
      if (!(error instanceof InvalidRecordError) || asking.length === 0) throw error;
      const limits = await this.#read(userId, ONLY_PROJECTS).catch((unread: unknown) => {
        throw unread instanceof InvalidRecordError ? new InvalidProjectsError() : unread;
      });
      if (limits === undefined || !mayAllLookUp(asking, projectsOf(limits))) return undefined;
      throw error;
    }
  }

  async #read(userId: string, part = {}): Promise<Record<string, unknown> | undefined> {
    const { Item } = await readable(
      this.#client.send(
        new GetCommand({
          TableName: this.#table,
          Key: { [USERS_KEY.partition]: userId },
          ConsistentRead: true,
          ...part,
        }),
      ),
    );
    return Item;
  }

  /** Every user, unsorted; the error for an invalid item. Needs the right to read the whole table. */
  async *all(): AsyncGenerator<User | InvalidRecordError> {
    for await (const item of this.#scan()) yield userIn(item);
  }

  async *#scan(): AsyncGenerator<Record<string, unknown>> {
    const items = scanItems(this.#client, { TableName: this.#table });
    for (let next = await readable(items.next()); next.done !== true; next = await readable(items.next()))
      yield next.value;
  }

  /** Writes a user, in place of what was there. */
  async putUser(userId: string, record: UserRecord, projects?: readonly number[]): Promise<void> {
    const Item = itemOf({ userId, record, projects });
    await this.#client.send(new PutCommand({ TableName: this.#table, Item }));
  }

  /** Writes users, no two with one id, in place of what was there. @throws {Error} where the table stays too busy */
  putUsers(users: readonly User[]): Promise<void> {
    return putItems(this.#client, this.#table, users.map(itemOf), IMPORT_TRIES);
  }

  /** Deletes a user. @returns whether there was one */
  deleteUser(userId: string): Promise<boolean> {
    return succeedsConditionally(
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

/** A record that names no project is open to every project of the stack but the test project. */
function mayAllLookUp(asking: readonly number[], projects: readonly number[] | undefined): boolean {
  return asking.every((project) => projects?.includes(project) ?? project !== TEST_PROJECT);
}

/** `mexico` goes only to a project that enables it. */
export function visibleRecord(record: UserRecord, seesMexico: boolean): UserRecord {
  if (seesMexico) return record;
  const { mexico: _, ...rest } = record;
  return rest;
}
