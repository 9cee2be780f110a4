/** Counts the calls that functions make to AWS, and what DynamoDB charges for them: a proxy before each emulator. */

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";
import type { EmulatedTable } from "../../../infra/local/template/resources.ts";
import { type Attributes, attributes, unitsOfPut, unitsOfUpdate } from "./dynamodb-units.ts";
import type { BenchStack, FunctionSetup } from "./stack.ts";

const put = z.object({ TableName: z.string(), Item: attributes });
const putBatch = z.object({
  RequestItems: z.record(z.string(), z.array(z.object({ PutRequest: z.object({ Item: attributes }) }))),
});
const update = z.object({ TableName: z.string(), Key: attributes });
const itemReply = z.object({ Item: z._default(attributes, {}) });
const updated = z.object({ Attributes: z.optional(attributes) });

const capacity = z.object({ CapacityUnits: z.number() });
const reading = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]) });

/** Of DynamoDB's calls the answer says what was read, and after an update what the item is. */
const ASKED = { ReturnConsumedCapacity: "TOTAL" };
const ASKED_OF_UPDATES = { ...ASKED, ReturnValues: "ALL_NEW" };

/** The headers that an emulator reads. */
const FORWARDED = /^(authorization|content-type|x-amz-(?!target).*|x-amzn-.*)$/;

export class Meter {
  /** Calls by action: `SendMessage`. */
  readonly calls: Record<string, number> = {};
  writeUnits = 0;
  readUnits = 0;
  readonly #stack: BenchStack;
  readonly #proxies = new Map<string, string>();
  readonly #closers: (() => Promise<void>)[] = [];

  private constructor(stack: BenchStack) {
    this.#stack = stack;
  }

  static async start(stack: BenchStack): Promise<Meter> {
    const meter = new Meter(stack);
    for (const url of new Set(Object.values(stack.emulators.urls))) await meter.#listenBefore(url);
    return meter;
  }

  /** A function whose calls are counted. */
  metered(setup: FunctionSetup): FunctionSetup {
    const entries = Object.entries(setup.environment).map(([name, value]) => {
      let changed = value;
      for (const [url, proxy] of this.#proxies) changed = changed.replaceAll(url, proxy);
      return [name, changed];
    });
    return { ...setup, environment: Object.fromEntries(entries) };
  }

  /** Begins at 0 again. */
  restart(): void {
    for (const action of Object.keys(this.calls)) delete this.calls[action];
    this.writeUnits = 0;
    this.readUnits = 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#closers.map((closer) => closer()));
  }

  async #listenBefore(url: string): Promise<void> {
    const server = createServer(async (request, reply) => {
      const target = request.headers["x-amz-target"]?.toString() ?? "";
      const requestText = (await text(request)).replaceAll(proxy, url);
      const [, action = new URLSearchParams(requestText).get("Action") ?? ""] = target.split(".");
      const ofDynamo = target.startsWith("DynamoDB");
      const query = action === "UpdateItem" ? ASKED_OF_UPDATES : ASKED;
      const body = ofDynamo ? JSON.stringify({ ...JSON.parse(requestText), ...query }) : requestText;
      const headers = Object.entries(request.headers).filter(([name]) => FORWARDED.test(name));
      const send = (operation: string, content: string) =>
        fetch(url + request.url, {
          method: "POST",
          headers: [
            ...headers.map(([name, value]): [string, string] => [name, String(value)]),
            ...(target === "" ? [] : [["x-amz-target", operation] as [string, string]]),
          ],
          body: content,
        });
      // An index is written where a value of it is another than before.
      const before =
        action === "UpdateItem"
          ? await (await send(target.replace(action, "GetItem"), JSON.stringify(keyIn(body)))).json()
          : {};
      const answer = await send(target, body);
      const answered = await answer.text();
      this.calls[action] = (this.calls[action] ?? 0) + 1;
      if (ofDynamo) this.#charge(action, JSON.parse(body), JSON.parse(answered), before);
      reply.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      reply.end(answered);
    });
    const proxy = `http://127.0.0.1:${await listen(server, 0)}`;
    this.#proxies.set(url, proxy);
    this.#closers.push(() => closeServer(server));
  }

  /** A call of DynamoDB that is not known here is an error: it would be counted as free. */
  #charge(action: string, request: unknown, answer: unknown, before: unknown): void {
    switch (action) {
      case "PutItem": {
        const { TableName, Item } = put.parse(request);
        this.writeUnits += unitsOfPut(Item, this.#table(TableName));
        return;
      }
      case "BatchWriteItem":
        for (const [table, requests] of Object.entries(putBatch.parse(request).RequestItems))
          for (const { PutRequest } of requests)
            this.writeUnits += unitsOfPut(PutRequest.Item, this.#table(table));
        return;
      case "UpdateItem": {
        const { TableName } = update.parse(request);
        // A write that its condition refuses costs the table's write alone.
        const { Attributes } = updated.parse(answer);
        this.writeUnits +=
          Attributes === undefined
            ? 1
            : unitsOfUpdate(
                changes(itemReply.parse(before).Item, Attributes),
                Attributes,
                this.#table(TableName),
              );
        return;
      }
      case "GetItem":
      case "BatchGetItem":
      case "Query":
      case "Scan":
        for (const { CapacityUnits } of [reading.parse(answer).ConsumedCapacity].flat())
          this.readUnits += CapacityUnits;
        return;
      default:
        throw new Error(`The bench does not know what DynamoDB charges for ${action}.`);
    }
  }

  #table(name: string): EmulatedTable {
    const meteredTable = this.#stack.resources.tables.find((table) => table.name === name);
    if (meteredTable === undefined) throw new Error(`The template has no table ${name}.`);
    return meteredTable;
  }
}

/** The request that reads what an update is about to change. */
function keyIn(body: string) {
  const { TableName, Key } = update.parse(JSON.parse(body));
  return { TableName, Key, ConsistentRead: true };
}

/** Names of the attributes whose values differ. */
function changes(before: Attributes, after: Attributes): Set<string> {
  const names = Object.keys({ ...before, ...after });
  return new Set(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])));
}
