/** The DeskSessions table: who is signed in, in which browser. */

import { createHash, randomBytes } from "node:crypto";
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { DESK_SESSIONS_KEY } from "../../aws/tables/keys.ts";

/** Signed-in user: by the issuer's own id, with the groups that it gave. */
const deskPerson = z.object({
  subject: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  /** Whether the token leaves groups out, which the issuer names elsewhere. */
  hasGroupsElsewhere: z.optional(z.boolean()),
  /** End of the user's access, in milliseconds since 1970; unlimited if absent. */
  until: z.optional(z.number()),
});
export type DeskPerson = z.infer<typeof deskPerson>;

const deskSession = z.object({
  /** Latest end, in milliseconds since 1970. */
  endsAt: z.number(),
  /** End without further use, in milliseconds since 1970. */
  idleUntil: z.number(),
  person: deskPerson,
  /** Counters of ended sessions when it was opened: of all users, and of this one. */
  epoch: z._default(z.string(), "0"),
});
type DeskSession = z.infer<typeof deskSession>;
type NewSession = z.input<typeof deskSession>;

/** DynamoDB deletes what has expired within days; a session counts by its own times. */
const KEPT_AFTER_END_S = 3_600;

/** Sessions in which people are found, and people who are looked up at once. */
const MOST_SCANNED = 1_000;
const AT_ONCE = 10;

export class DeskSessionStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** @returns the random id that goes to the browser; the table has its digest alone */
  async open(session: NewSession): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    const expiresAt = Math.ceil(session.endsAt / 1_000) + KEPT_AFTER_END_S;
    const epoch = await this.#epochOf(session.person);
    await this.#client.send(
      new PutCommand({ TableName: this.#table, Item: { ...keyOf(id), ...session, epoch, expiresAt } }),
    );
    return id;
  }

  /** The session that an id opens at `now` (milliseconds since 1970); undefined if it does not exist or has ended. */
  async find(id: string, now: number): Promise<DeskSession | undefined> {
    const item = await this.#get(keyOf(id));
    const session = item === undefined ? undefined : current(item, now);
    if (session === undefined) return undefined;
    return session.epoch === (await this.#epochOf(session.person)) ? session : undefined;
  }

  /** Lets an idle session live until `idleUntil`; one that was ended meanwhile stays so. */
  async renew(id: string, idleUntil: number): Promise<void> {
    await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(id),
          UpdateExpression: "SET idleUntil = :until",
          ConditionExpression: "attribute_exists(#id)",
          ExpressionAttributeNames: { "#id": DESK_SESSIONS_KEY.partition },
          ExpressionAttributeValues: { ":until": idleUntil },
        }),
      ),
    );
  }

  /** Ends a session. */
  async end(id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: keyOf(id) }));
  }

  /** Ends every session of a user. @param subject the issuer's id of the user */
  async endAllOf(subject: string): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: keyOfPerson(subject),
        UpdateExpression: "ADD epoch :one",
        ExpressionAttributeValues: { ":one": 1 },
      }),
    );
  }

  /**
   * Those who signed in within the longest time of a session, also where they left it idle since, by the groups that they had then; of 1,000
   * stored sessions at most, without those who were signed out everywhere since.
   * @param now in milliseconds since 1970
   */
  async signedIn(now: number): Promise<DeskPerson[]> {
    const { Items = [] } = await this.#client.send(
      new ScanCommand({ TableName: this.#table, Limit: MOST_SCANNED }),
    );
    const newest = new Map<string, DeskSession>();
    for (const item of Items) {
      const session = deskSession.safeParse(item).data;
      if (session === undefined || session.endsAt <= now || (session.person.until ?? now + 1) <= now)
        continue;
      const before = newest.get(session.person.subject);
      if (before === undefined || before.endsAt < session.endsAt) newest.set(session.person.subject, session);
    }
    const people = await pMap(
      newest.values(),
      async ({ person, epoch }) => (epoch === (await this.#epochOf(person)) ? [person] : []),
      { concurrency: AT_ONCE },
    );
    return people.flat();
  }

  /** The ids of those who are signed in under a name, or have it as their id. Reads all sessions. */
  async subjectsOf(nameOrSubject: string): Promise<string[]> {
    const subjects = new Set<string>();
    const pages = paginateScan({ client: this.#client }, { TableName: this.#table, ConsistentRead: true });
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const { data } = signedInPerson.safeParse(item);
        if (data === undefined) continue;
        const { subject, name } = data.person;
        if (subject === nameOrSubject || name.toLowerCase() === nameOrSubject.toLowerCase())
          subjects.add(subject);
      }
    }
    return [...subjects];
  }

  /** It is other than a session's where that was ended with all of the person. */
  async #epochOf({ subject }: DeskPerson): Promise<string> {
    return String(counted.parse((await this.#get(keyOfPerson(subject))) ?? {}).epoch);
  }

  async #get(key: Record<string, string>): Promise<Record<string, unknown> | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: key, ConsistentRead: true }),
    );
    return Item;
  }
}

/** Tells people apart, and names nobody. */
export function authorTag({ subject }: DeskPerson): string {
  return digestOf(subject);
}

const signedInPerson = z.object({ person: deskPerson });
const counted = z.object({ epoch: z._default(z.number(), 0) });

/** No digest holds such a mark, so that no session is ever found under this key. */
function keyOfPerson(subject: string) {
  return { [DESK_SESSIONS_KEY.partition]: `#person#${digestOf(subject)}` };
}

/** An item that is no session opens nothing. */
function current(item: Record<string, unknown>, now: number): DeskSession | undefined {
  const session = deskSession.safeParse(item).data;
  return session !== undefined && now < endOf(session) ? session : undefined;
}

/** The moment at which a session ends if it is not used before, in milliseconds since 1970. */
export function endOf({ endsAt, idleUntil, person }: DeskSession): number {
  return Math.min(endsAt, idleUntil, person.until ?? endsAt);
}

function keyOf(id: string) {
  return { [DESK_SESSIONS_KEY.partition]: digestOf(id) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
