/** Emulates the AWS services that the functions call, in memory and at once; it records what a case did, and refuses as AWS does. */

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type PublishedMessage, readPublication } from "../../../infra/local/aws/publication.ts";
import { close, listen } from "../../../infra/local/http/loopback.ts";
import * as keys from "../../../lib/aws/tables/keys.ts";
import { publishRefusal } from "../../support/aws-rules.ts";

/** An item on the wire: each value under the letter of its type. */
const wireItem = z.record(z.string(), z.record(z.string(), z.unknown()));
export type WireItem = z.infer<typeof wireItem>;

/** Actions of the functions in a case. */
export interface Activity {
  /** The texts of the messages sent to queues. */
  sent: string[];
  published: PublishedMessage[];
  /** Items written, with their table. */
  written: { table: string; item: WireItem }[];
  /** Keys of items that were updated, with their table. */
  updated: { table: string; key: WireItem }[];
  /** The tables of which an item was read. */
  reads: string[];
  /** Calls that AWS would have refused. */
  refused: string[];
}

const nothing = (): Activity => ({
  sent: [],
  published: [],
  written: [],
  updated: [],
  reads: [],
  refused: [],
});

class RefusedByAwsError extends Error {}

function refuseIf(refused: boolean, why: string): void {
  if (refused) throw new RefusedByAwsError(why);
}

const call = z.object({
  TableName: z._default(z.string(), ""),
  Key: z._default(wireItem, {}),
  Item: z._default(wireItem, {}),
  ExpressionAttributeValues: z._default(wireItem, {}),
  MessageBody: z._default(z.string(), ""),
  Entries: z._default(z.array(z.object({ Id: z.string() })), []),
});

const CONDITION = '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}';
const PUBLISHED =
  "<PublishResponse><PublishResult><MessageId>m</MessageId></PublishResult></PublishResponse>";

export class AwsStub {
  readonly url: string;
  activity: Activity = nothing();
  readonly #secret: string;
  readonly #server: Server;
  readonly #items = new Map<string, WireItem>();

  private constructor(server: Server, port: number, secret: string) {
    this.#server = server;
    this.#secret = secret;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", async (request, reply) => {
      const action = String(request.headers["x-amz-target"] ?? "").replace(/.*\./, "");
      const { status, body } = this.#answer(action, await text(request));
      reply.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(body);
    });
  }

  /** @param secret what Secrets Manager answers */
  static async start(secret: string): Promise<AwsStub> {
    const server = createServer();
    return new AwsStub(server, await listen(server, 0), secret);
  }

  /** Forgets what earlier cases did and left. */
  begin(): void {
    this.activity = nothing();
    this.#items.clear();
  }

  /** Puts an item in a table. */
  place(table: string, item: WireItem): void {
    this.#items.set(nameOf(table, item), item);
  }

  close(): Promise<void> {
    return close(this.#server);
  }

  #answer(action: string, asked: string): { status: number; body: string } {
    try {
      const found = this.#perform(action, asked);
      return { status: found === CONDITION ? 400 : 200, body: found };
    } catch (error) {
      if (!(error instanceof RefusedByAwsError)) throw error;
      this.activity.refused.push(error.message);
      return { status: 400, body: '{"__type":"ValidationException","message":"refused"}' };
    }
  }

  #perform(action: string, asked: string): string {
    if (action === "") {
      const fields = Object.fromEntries(new URLSearchParams(asked));
      const why = publishRefusal(fields);
      refuseIf(why !== undefined, why ?? "");
      this.activity.published.push(readPublication(fields));
      return PUBLISHED;
    }
    const {
      TableName: table,
      Key,
      Item,
      ExpressionAttributeValues: values,
      ...more
    } = call.parse(JSON.parse(asked));
    for (const given of [Key, Item, values]) checkItem(given);
    switch (action) {
      case "GetSecretValue":
        return JSON.stringify({ ARN: "arn", Name: "name", SecretString: this.#secret });
      case "SendMessage":
        return this.#send(more.MessageBody);
      case "GetItem":
        this.activity.reads.push(table);
        return JSON.stringify({ Item: this.#items.get(nameOf(table, Key)) });
      case "PutItem":
        return this.#put(table, Item);
      case "UpdateItem":
        this.activity.updated.push({ table, key: Key });
        return "{}";
      case "Query":
        return JSON.stringify({ Items: table.endsWith("Rates") ? rates(values) : [] });
      case "ChangeMessageVisibilityBatch":
        return JSON.stringify({ Successful: more.Entries, Failed: [] });
      default:
        throw new RefusedByAwsError(`The functions under fuzz make no such call: ${action}`);
    }
  }

  #send(body: string): string {
    refuseIf(body === "" || Buffer.byteLength(body) > 1_048_576, "The message is empty or too long");
    // https://www.w3.org/TR/REC-xml/#charsets
    refuseIf(
      /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body),
      "The message holds a character that SQS does not take",
    );
    this.activity.sent.push(body);
    return JSON.stringify({ MessageId: "m", MD5OfMessageBody: createHash("md5").update(body).digest("hex") });
  }

  #put(table: string, item: WireItem): string {
    const name = nameOf(table, item);
    if (this.#items.has(name)) return CONDITION;
    this.#items.set(name, item);
    this.activity.written.push({ table, item });
    return "{}";
  }
}

/** Each day has a rate, so that amounts are converted. */
function rates({ ":currency": currency, ":until": day }: WireItem): object[] {
  return currency === undefined || day === undefined ? [] : [{ currency, day, rate: { S: "18.20" } }];
}

/** The keys of the tables. An item may have the attributes of several, and the first of these is its own. */
const KEYS = [["key", "version"], ["projectId", "wallet"], ["projectId", "id"], ["chainId"], ["userId"]];

function nameOf(table: string, item: WireItem): string {
  const own = KEYS.find((names) => names.every((name) => name in item)) ?? [];
  return JSON.stringify([table, ...own.map((name) => item[name]?.["S"])]);
}

const INDEXES = [keys.NOTIFICATIONS_KEY, keys.NOTIFICATIONS_BY_TIME, keys.WALLETS_KEY];
const PARTITIONS = [...INDEXES, keys.NOTIFICATIONS_BY_USER, keys.WALLETS_BY_USER].map((key) => key.partition);
const SORTS = INDEXES.map((key) => key.sort);

/** Refuses what DynamoDB refuses of an item or of values. */
function checkItem(item: WireItem): void {
  const sizes = Object.entries(item).map(([name, value]) => {
    const text = String(value["S"] ?? "");
    const most = SORTS.some((sort) => sort === name) ? 1_024 : 2_048;
    const isKey = [...PARTITIONS, ...SORTS].some((one) => one === name);
    refuseIf(
      isKey && (text === "" || Buffer.byteLength(text) > most),
      `The key ${name} is no text or too long`,
    );
    return Buffer.byteLength(name) + sizeOf(value, 1);
  });
  refuseIf(sum(sizes) > 409_600, "Item size has exceeded the maximum allowed size");
}

/** The size of a value in bytes, as DynamoDB counts it. */
function sizeOf(value: unknown, depth: number): number {
  refuseIf(depth > 32, "Nesting Levels have exceeded supported limits");
  const [[type, content] = ["", undefined], ...others] = Object.entries(Object(value));
  refuseIf(others.length > 0, "A value has more than one type");
  switch (type) {
    case "S":
      return sizeOfText(content);
    case "N":
      refuseIf(!isNumber(String(content)), "A number has over 38 digits, or is not a number");
      return 21;
    case "B":
      return Buffer.byteLength(String(content), "base64");
    case "BOOL":
    case "NULL":
      return 1;
    case "SS":
      return sum(Object.values(Object(content)).map(sizeOfText));
    case "L":
    case "M":
      return sum(
        Object.entries(Object(content)).map(
          ([name, inner]) => 4 + (type === "M" ? Buffer.byteLength(name) : 0) + sizeOf(inner, depth + 1),
        ),
      );
    default:
      throw new RefusedByAwsError(`Supplied AttributeValue has an unknown type ${type}`);
  }
}

function sizeOfText(content: unknown): number {
  refuseIf(typeof content !== "string" || !content.isWellFormed(), "A text is not well formed");
  return Buffer.byteLength(String(content));
}

function isNumber(text: string): boolean {
  const [, digits = ""] = /^-?([\d.]+)(?:[eE][+-]?\d+)?$/.exec(text) ?? [];
  return digits !== "" && digits.replace(".", "").replace(/^0+|0+$/g, "").length <= 38;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
