/** An emulated DynamoDB with empty tables, and a client that calls it without a network and unsigned, in half the time. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DynamoDb, UNCHECKED } from "../../infra/local/aws/dynamodb.ts";
import type { TableShape } from "../../lib/aws/tables/table-shapes.ts";
import { createTables } from "./shaped-table.ts";

export interface EmulatedTables {
  /** The emulator's, for clients of another making. */
  url: string;
  client: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

/** @param shapes of the tables, by their names */
export async function startTables(shapes: Readonly<Record<string, TableShape>>): Promise<EmulatedTables> {
  const emulated = await DynamoDb.start();
  const direct = new DirectCalls(emulated);
  const plain = new DynamoDBClient({
    endpoint: emulated.url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    signer: { sign: async (request) => request },
    requestHandler: direct,
  });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  await createTables(client, shapes);
  return {
    url: emulated.url,
    client,
    async stop() {
      client.destroy();
      // Open work of a test comes to its end: a table that is gone would take the process with it.
      await direct.end();
      await emulated.close();
    },
  };
}

/** Used parts of a request over HTTP. */
interface DirectRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

interface DirectReply {
  response: { statusCode: number; headers: Record<string, string>; body: Uint8Array };
}

/** Hands the calls of a client to the emulator. */
class DirectCalls {
  readonly #emulated: DynamoDb;
  readonly #unanswered = new Set<Promise<DirectReply>>();
  #ended = false;

  constructor(emulated: DynamoDb) {
    this.#emulated = emulated;
  }

  async handle(
    { method, path, headers, body }: DirectRequest,
    { abortSignal }: { abortSignal?: { readonly aborted: boolean } } = {},
  ): Promise<DirectReply> {
    if (abortSignal?.aborted === true)
      throw Object.assign(new Error("Request aborted"), { name: "AbortError" });
    if (this.#ended) throw Object.assign(new Error("The emulator has ended."), { code: "ECONNREFUSED" });
    const request = { method, url: path, headers: { ...headers, ...UNCHECKED } };
    const answered = this.#emulated
      .answer(request, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
      .then(({ status: statusCode, headers: replyHeaders, text }) => ({
        response: { statusCode, headers: replyHeaders, body: Buffer.from(text) },
      }));
    this.#unanswered.add(answered);
    return answered.finally(() => this.#unanswered.delete(answered));
  }

  /** Takes no more calls, and waits for the answers of those that it has. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#unanswered);
  }
}
