/** A local stack with a number of stored notifications, and ways to find them. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type LocalStack, startLocal } from "../../../../infra/local/local-stack.ts";
import { NotificationQueries } from "../../../../lib/notifications/notification-queries.ts";
import { putItems } from "../../../../lib/tables/batch-write.ts";
import { WalletStore } from "../../../../lib/wallets/wallets.ts";
import { Child } from "../processes/child.ts";
import { storedItem } from "./stored-items.ts";

/** As many as a list shows where no limit is given. */
const PAGE = 50;

/** Concurrent writers of batches. */
const WRITERS = 4;
const BATCH = 25;

const exported = z.object({ milliseconds: z.number(), peakMib: z.number() });

export class FilledStack {
  readonly #stack: LocalStack;
  readonly #root: string;
  readonly #client: DynamoDBDocumentClient;
  readonly #queries: NotificationQueries;
  #readUnits = 0;

  private constructor(stack: LocalStack, root: string) {
    this.#stack = stack;
    this.#root = root;
    const { region, aws, tables } = stack.endpoints;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    this.#client = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region, credentials, endpoint: aws.dynamodb }),
      { marshallOptions: { removeUndefinedValues: true } },
    );
    this.#meterReads();
    this.#queries = new NotificationQueries(
      this.#client,
      tables.notifications,
      new WalletStore(this.#client, tables.wallets),
    );
  }

  /** A stack of its own with `count` notifications of project 1, a second apart. */
  static async fill(count: number): Promise<FilledStack> {
    const root = mkdtempSync(join(tmpdir(), "vigia-bench-"));
    const stack = await startLocal({ port: 0, folder: join(root, ".local"), schedules: false });
    const filled = new FilledStack(stack, root);
    await filled.#put(count);
    return filled;
  }

  async close(): Promise<void> {
    this.#client.destroy();
    await this.#stack.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The newest, as `vigia notifications list` finds them. */
  async firstPage(): Promise<{ milliseconds: number; readUnits: number }> {
    this.#readUnits = 0;
    const start = performance.now();
    let found = 0;
    for await (const _ of this.#queries.list({ projectIds: [1] }, PAGE)) if (++found === PAGE) break;
    if (found !== PAGE) throw new Error(`A list of the bench found ${found} notifications.`);
    return { milliseconds: performance.now() - start, readUnits: this.#readUnits };
  }

  /** All of them, as `vigia notifications export` writes them, in a process of its own with these flags of Node. */
  async export(...execArgv: string[]): Promise<{ milliseconds: number; peakMib: number }> {
    const command = new Child("export-process.ts", { quiet: true, execArgv });
    try {
      return exported.parse(await command.ask(this.#root));
    } finally {
      command.close();
    }
  }

  /** The emulator counts reads by DynamoDB's rules when it is asked to. */
  #meterReads(): void {
    this.#client.middlewareStack.add(
      (next) => async (given) => {
        Object.assign(given.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await next(given);
        this.#readUnits += Number(
          Reflect.get(Object(Reflect.get(answer.output, "ConsumedCapacity")), "CapacityUnits") ?? 0,
        );
        return answer;
      },
      { step: "initialize" },
    );
  }

  async #put(count: number): Promise<void> {
    const table = this.#stack.endpoints.tables.notifications;
    let next = 0;
    const writer = async () => {
      while (next < count) {
        const from = next;
        next += BATCH;
        await putItems(
          this.#client,
          table,
          Array.from({ length: BATCH }, (_, index) =>
            storedItem({ id: from + index, bytes: 1_000, wallets: 100 }),
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }
}
