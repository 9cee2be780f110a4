/** The DeskSessions table: who is signed in, or about to be, in which browser. */

import { createHash, randomBytes } from "node:crypto";
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { unlessRefused } from "./conditional-write.ts";
import { DESK_SESSIONS_KEY } from "./keys.ts";

/** Who is signed in: by the issuer's own id, with the groups that it gave. */
export const deskPerson = lazySchema(() =>
  z.object({ subject: z.string(), name: z.string(), groups: z.array(z.string()) }),
);
export type DeskPerson = z.infer<typeof deskPerson>;

const times = () => ({
  /** When it ends in any case, in milliseconds since 1970. */
  endsAt: z.number(),
  /** When it ends unless it is used before, in milliseconds since 1970. */
  idleUntil: z.number(),
});

const deskSession = lazySchema(() =>
  z.discriminatedUnion("kind", [
    /** A person was sent to the issuer: what its answer has to fit, and the URL of the page that she wanted. */
    z.object({
      kind: z.literal("signing-in"),
      ...times(),
      state: z.string(),
      nonce: z.string(),
      verifier: z.string(),
      page: z.string(),
    }),
    z.object({ kind: z.literal("signed-in"), ...times(), person: deskPerson }),
  ]),
);
export type DeskSession = z.infer<typeof deskSession>;
type BegunSession = Extract<DeskSession, { kind: "signing-in" }>;

/** DynamoDB deletes what has expired within days; a session counts by its own times. */
const KEPT_AFTER_END_S = 3_600;

export class DeskSessionStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** @returns the random id that goes to the browser; the table has its digest alone */
  async open(session: DeskSession): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    const expiresAt = Math.ceil(session.endsAt / 1_000) + KEPT_AFTER_END_S;
    await this.#client.send(
      new PutCommand({ TableName: this.#table, Item: { ...keyOf(id), ...session, expiresAt } }),
    );
    return id;
  }

  /** The session that an id opens at `now` (milliseconds since 1970); undefined where there is none, or it has ended. */
  async find(id: string, now: number): Promise<DeskSession | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(id), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : current(Item, now);
  }

  /**
   * What somebody who comes back from the issuer had begun: of two who ask for it, one has it, and nobody again. Whoever
   * is signed in stays so, since an id never becomes one of the other kind.
   */
  async takeBegun(id: string, now: number): Promise<BegunSession | undefined> {
    if ((await this.find(id, now))?.kind !== "signing-in") return undefined;
    const { Attributes } = await this.#client.send(
      new DeleteCommand({ TableName: this.#table, Key: keyOf(id), ReturnValues: "ALL_OLD" }),
    );
    const taken = Attributes === undefined ? undefined : current(Attributes, now);
    return taken?.kind === "signing-in" ? taken : undefined;
  }

  /** Lets an idle session live until `idleUntil`; one that was ended meanwhile stays so. */
  async renew(id: string, idleUntil: number): Promise<void> {
    await unlessRefused(
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
}

function current(item: Record<string, unknown>, now: number): DeskSession | undefined {
  const session = deskSession.parse(item);
  return now < Math.min(session.endsAt, session.idleUntil) ? session : undefined;
}

function keyOf(id: string) {
  return { [DESK_SESSIONS_KEY.partition]: createHash("sha256").update(id).digest("base64url") };
}
