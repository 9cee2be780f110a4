/** Emulates the AWS services that the functions call, in memory and at once; it records what a case did, and refuses as AWS does. */

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type PublishedMessage, readPublication } from "../../../infra/local/aws/publication.ts";
import { close, listen } from "../../../infra/local/http/loopback.ts";
import { TABLE_SHAPES, type TableShape } from "../../../lib/aws/tables/table-shapes.ts";
import { publishRefusal } from "../../support/aws-rules.ts";

/** An item on the wire: each value under the letter of its type. */
const wireItem = z.record(z.string(), z.record(z.string(), z.unknown()));
export type WireItem = z.infer<typeof wireItem>;

/** Actions of the functions in a case. */
export interface Activity {
  /** The texts of the messages sent to queues. */
  sent: string[];
  published: PublishedMessage[];
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
  UpdateExpression: z._default(z.string(), ""),
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
  ExpressionAttributeValues: z._default(wireItem, {}),
  ReturnValues: z._default(z.string(), ""),
  TransactItems: z._default(z.array(z.record(z.string(), z.unknown())), []),
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

  /** The items of a table. */
  items(table: string): WireItem[] {
    return [...this.#items].filter(([name]) => JSON.parse(name)[0].endsWith(table)).map(([, item]) => item);
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
    const asks = call.parse(JSON.parse(asked));
    const { TableName: table, Key, Item, ExpressionAttributeValues: values, ...more } = asks;
    for (const given of [Key, Item, values]) checkItem(given, table);
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
        return this.#update(asks);
      case "DeleteItem":
        this.#items.delete(nameOf(table, Key));
        return "{}";
      case "TransactWriteItems":
        return this.#transact(more.TransactItems);
      case "Query":
        return JSON.stringify({ Items: table.endsWith("Rates") ? rates(values) : [] });
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
    return "{}";
  }

  #update(asks: Call): string {
    const name = nameOf(asks.TableName, asks.Key);
    const item = updated(this.#items.get(name) ?? asks.Key, asks);
    checkItem(item, asks.TableName);
    this.#items.set(name, item);
    return JSON.stringify(asks.ReturnValues === "ALL_NEW" ? { Attributes: item } : {});
  }

  /** Its conditions hold: the functions make one change of a notification after another. */
  #transact(writes: readonly Record<string, unknown>[]): string {
    for (const write of writes)
      for (const [kind, given] of Object.entries(write)) {
        if (kind === "Put") {
          const { TableName, Item } = call.parse(given);
          this.#items.delete(nameOf(TableName, Item));
        }
        this.#perform(`${kind}Item`, JSON.stringify(given));
      }
    return "{}";
  }
}

/** Each day has a rate, so that amounts are converted. */
function rates({ ":currency": currency, ":until": day }: WireItem): object[] {
  return currency === undefined || day === undefined ? [] : [{ currency, day, rate: { S: "18.20" } }];
}

/** An item with what an update sets, and without what it removes. */
function updated(
  before: WireItem,
  { UpdateExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values }: Call,
): WireItem {
  const item = { ...before };
  const [, sets = "", removes = ""] = /^SET (.*?)(?: REMOVE (.*))?$/s.exec(UpdateExpression) ?? [];
  for (const [, left = "", right = ""] of sets.matchAll(/([#\w]+) = (.*?)(?=, [#\w]+ = |$)/g)) {
    const name = names[left] ?? left;
    const value = values[right.match(/:\w+(?=\)?$)/)?.[0] ?? ""] ?? {};
    const list = [item[name]?.["L"] ?? [], value["L"] ?? []].flat();
    if (right.startsWith("list_append")) item[name] = { L: list };
    else item[name] = (right.startsWith("if_not_exists") ? item[name] : undefined) ?? value;
  }
  for (const name of removes.split(", ")) delete item[names[name] ?? name];
  return item;
}

type Call = z.infer<typeof call>;

/** The table's shape, by the end of its name. */
function shapeOf(table: string): TableShape | undefined {
  return Object.entries<TableShape>(TABLE_SHAPES).find(([name]) =>
    table.endsWith(name.charAt(0).toUpperCase() + name.slice(1)),
  )?.[1];
}

function nameOf(table: string, item: WireItem): string {
  const { partition = "", sort = "" } = shapeOf(table)?.key ?? {};
  return JSON.stringify([table, item[partition]?.["S"], item[sort]?.["S"]]);
}

/** Refuses what DynamoDB refuses of an item or of values. */
function checkItem(item: WireItem, table: string): void {
  const shape = shapeOf(table);
  const keys = shape === undefined ? [] : [shape.key, ...shape.indexes];
  const sorts = new Set(keys.map(({ sort }) => sort));
  const partitions = new Set(keys.map(({ partition }) => partition));
  const sizes = Object.entries(item).map(([name, value]) => {
    const text = String(value["S"] ?? "");
    const most = sorts.has(name) ? 1_024 : 2_048;
    const isKey = partitions.has(name) || sorts.has(name);
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
