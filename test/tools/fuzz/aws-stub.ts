/** Emulates the AWS services that the functions call, in memory and at once; it records what a case did, and refuses as AWS does. */

import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import * as z from "zod/mini";
import {
  type PublishedMessage,
  readPublication,
  SnsRefusalError,
} from "../../../infra/local/aws/sns-rules.ts";
import { listen } from "../../../infra/local/http/loopback.ts";
import { checkItem, checkMessage, RefusedByAwsError, type WireItem, wireItem } from "./aws-limits.ts";

/** What the functions did in a case. */
export interface Activity {
  /** The texts of the messages sent to queues. */
  sent: string[];
  published: PublishedMessage[];
  /** Items written, by table. */
  written: { table: string; item: WireItem }[];
  /** How often an item was read, by table. */
  reads: Map<string, number>;
  /** What AWS would have refused. */
  refused: string[];
}

const key = z.object({ TableName: z.string(), Key: wireItem });
const put = z.object({ TableName: z.string(), Item: wireItem });
const update = z.object({
  TableName: z.string(),
  ExpressionAttributeValues: z._default(wireItem, {}),
});
const query = z.object({ TableName: z.string(), ExpressionAttributeValues: wireItem });
const send = z.object({ MessageBody: z.string() });
const hide = z.object({ Entries: z.array(z.object({ Id: z.string() })) });

const CONDITION = {
  status: 400,
  body: '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}',
};
const PUBLISHED =
  "<PublishResponse><PublishResult><MessageId>m</MessageId></PublishResult></PublishResponse>";

export class AwsStub {
  readonly url: string;
  activity: Activity = nothing();
  /** What Secrets Manager answers. */
  readonly #secret: string;
  readonly #server: Server;
  readonly #items = new Map<string, WireItem>();

  private constructor(server: Server, port: number, secret: string) {
    this.#server = server;
    this.#secret = secret;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", async (request, reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { status, body } = this.#answer(
        request.headers["x-amz-target"],
        Buffer.concat(chunks).toString(),
      );
      reply.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(body);
    });
  }

  static async start(secret: string): Promise<AwsStub> {
    const server = createServer();
    return new AwsStub(server, await listen(server, 0), secret);
  }

  /** Forgets what earlier cases did and left. */
  begin(): void {
    this.activity = nothing();
    this.#items.clear();
  }

  /** Puts an item in a table, as somebody else would. */
  place(table: string, keyText: string, item: WireItem): void {
    this.#items.set(JSON.stringify([table, keyText]), item);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(target: string | string[] | undefined, text: string): { status: number; body: string } {
    try {
      return this.#perform(
        String(target ?? "")
          .split(".")
          .at(-1) ?? "",
        text,
      );
    } catch (error) {
      if (!(error instanceof RefusedByAwsError) && !(error instanceof SnsRefusalError)) throw error;
      this.activity.refused.push(error.message);
      return { status: 400, body: `{"__type":"ValidationException","message":"refused"}` };
    }
  }

  #perform(action: string, text: string): { status: number; body: string } {
    switch (action) {
      case "GetSecretValue":
        return ok({ ARN: "arn", Name: "name", SecretString: this.#secret });
      case "SendMessage":
        return this.#send(send.parse(JSON.parse(text)).MessageBody);
      case "GetItem":
        return this.#get(key.parse(JSON.parse(text)));
      case "PutItem":
        return this.#put(put.parse(JSON.parse(text)));
      case "UpdateItem":
        checkItem(update.parse(JSON.parse(text)).ExpressionAttributeValues);
        return ok({});
      case "Query":
        return this.#query(query.parse(JSON.parse(text)));
      case "ChangeMessageVisibilityBatch":
        return ok({ Successful: hide.parse(JSON.parse(text)).Entries, Failed: [] });
      case "":
        this.activity.published.push(readPublication(Object.fromEntries(new URLSearchParams(text))));
        return { status: 200, body: PUBLISHED };
      default:
        throw new RefusedByAwsError(`The functions under fuzz make no such call: ${action}`);
    }
  }

  /** Each day has a rate, so that amounts are converted; no other query finds anything. */
  #query({ TableName, ExpressionAttributeValues: values }: z.infer<typeof query>) {
    checkItem(values);
    const { ":currency": currency, ":until": day } = values;
    const rate = currency === undefined || day === undefined ? [] : [{ currency, day, rate: { S: "18.20" } }];
    return ok({ Items: TableName.endsWith("Rates") ? rate : [] });
  }

  #send(body: string) {
    checkMessage(body);
    this.activity.sent.push(body);
    return ok({ MessageId: "m", MD5OfMessageBody: createHash("md5").update(body).digest("hex") });
  }

  #get({ TableName, Key }: z.infer<typeof key>) {
    checkItem(Key);
    this.activity.reads.set(TableName, (this.activity.reads.get(TableName) ?? 0) + 1);
    const item = this.#items.get(nameOf(TableName, Key));
    return ok(item === undefined ? {} : { Item: item });
  }

  #put({ TableName, Item }: z.infer<typeof put>) {
    checkItem(Item);
    const name = nameOf(TableName, Item);
    if (this.#items.has(name)) return CONDITION;
    this.#items.set(name, Item);
    this.activity.written.push({ table: TableName, item: Item });
    return ok({});
  }
}

function nothing(): Activity {
  return { sent: [], published: [], written: [], reads: new Map(), refused: [] };
}

function ok(value: unknown) {
  return { status: 200, body: JSON.stringify(value) };
}

/** The keys of the tables. An item may have the attributes of several, and the first of these is its own. */
const KEYS = [["key", "version"], ["shardKey", "walletKey"], ["projectId", "id"], ["chainId"], ["userId"]];

function nameOf(table: string, item: WireItem): string {
  const own = KEYS.find((names) => names.every((name) => name in item)) ?? [];
  return JSON.stringify([table, ...own.map((name) => item[name]?.["S"])]);
}
