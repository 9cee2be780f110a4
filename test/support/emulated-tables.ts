/** An emulated DynamoDB with empty tables, and a client that calls it without a network and unsigned, in half the time. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { bodyOf, type DynaliteServer, dynaliteServer } from "../../infra/local/aws/dynalite-server.ts";
import { listen } from "../../infra/local/http/loopback.ts";
import type { TableShape } from "../../lib/tables/table-shapes.ts";
import { createTables } from "./shaped-table.ts";

export interface EmulatedTables {
  /** The emulator's, for clients of another making. */
  url: string;
  client: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

/** @param shapes of the tables, by their names */
export async function startTables(shapes: Readonly<Record<string, TableShape>>): Promise<EmulatedTables> {
  const { server, answer } = dynaliteServer({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.on("request", async (request, reply) => {
    const body = await bodyOf(request);
    if (body !== undefined) answer(request, body, reply);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const direct = new DirectCalls(answer);
  const plain = new DynamoDBClient({
    endpoint: url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    signer: { sign: async (request) => request },
    requestHandler: direct,
  });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  await createTables(client, shapes);
  return {
    url,
    client,
    async stop() {
      client.destroy();
      // Open work of a test comes to its end: a table that is gone would take the process with it.
      await direct.end();
      await new Promise((stopped) => server.close(stopped));
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

/** Without a signature of this form dynalite refuses a call; it checks nothing else of it. */
const UNCHECKED = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
  "x-amz-date": "20250101T000000Z",
};

/** Hands the calls of a client to the emulator. */
class DirectCalls {
  readonly #answer: DynaliteServer["answer"];
  readonly #unanswered = new Set<Promise<DirectReply>>();
  #ended = false;

  constructor(answer: DynaliteServer["answer"]) {
    this.#answer = answer;
  }

  async handle(
    { method, path, headers, body }: DirectRequest,
    { abortSignal }: { abortSignal?: { readonly aborted: boolean } } = {},
  ): Promise<DirectReply> {
    if (abortSignal?.aborted === true)
      throw Object.assign(new Error("Request aborted"), { name: "AbortError" });
    if (this.#ended) throw Object.assign(new Error("The emulator has ended."), { code: "ECONNREFUSED" });
    const answered = new Promise<DirectReply>((done) => {
      const replied: Record<string, string> = {};
      this.#answer(
        { method, url: path, headers: { ...headers, ...UNCHECKED } },
        Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        {
          statusCode: 200,
          setHeader: (name, value) => {
            replied[name.toLowerCase()] = String(value);
          },
          end(text) {
            done({ response: { statusCode: this.statusCode, headers: replied, body: Buffer.from(text) } });
          },
        },
      );
    });
    this.#unanswered.add(answered);
    return answered.finally(() => this.#unanswered.delete(answered));
  }

  /** Takes no more calls, and waits for the answers of those that it has. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#unanswered);
  }
}
