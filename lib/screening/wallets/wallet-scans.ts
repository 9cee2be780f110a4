/** The WalletScans table: one history point for each wallet and run, with all that the service said. */

import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { putItems } from "../../aws/tables/batch-write.ts";
import { EXPIRES_AT, WALLET_SCANS_KEY } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";
import { exceedance } from "../score.ts";
import { walletOutcome } from "./wallet.ts";
import { historyKey, keyOfScan, type WalletName } from "./wallet-keys.ts";

const text = z.string();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(z.number());

/** Result of a run for a wallet. Times are ISO 8601; absent if the service gave none. */
const walletScan = z.object({
  projectId: z.number(),
  chainId: text,
  address: text,
  runId: text,
  scannedAt: text,
  outcome: walletOutcome,
  /** Why there is no score, or what was odd about the answer. */
  why: textOrNone,
  score: numberOrNone,
  previousScore: numberOrNone,
  level: textOrNone,
  reason: textOrNone,
  suspicious: z.optional(z.boolean()),
  /** The ways in which the wallet exceeded in this run. */
  exceeded: z.optional(z.array(exceedance)),
  /** JSON text of the service's whole result, its numbers exact; compressed (Brotli) where it is long. */
  result: z.optional(z.union([text, z.instanceof(Uint8Array)])),
});
export type WalletScan = z.infer<typeof walletScan>;

/** A shorter result stays legible in the console; a longer one would cost a write unit for each KiB. */
const MAX_PLAIN_RESULT = 600;

/** Brotli's own default takes a second for a MiB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** DynamoDB refuses items over 400 KB. */
const MAX_RESULT = 300_000;

export class WalletScanStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Writes history points, no two of one wallet; doing it twice changes nothing. `expiresAt` in seconds since 1970. */
  async put(scans: readonly WalletScan[], expiresAt: number): Promise<void> {
    const items = scans.map((scan) => ({ ...keyOfScan(scan, scan.runId), ...scan, [EXPIRES_AT]: expiresAt }));
    await putItems(this.#client, this.#table, items);
  }

  /** A wallet's history, newest first. */
  async *history(name: WalletName): AsyncGenerator<WalletScan> {
    const items = queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#key = :key",
      ExpressionAttributeNames: { "#key": WALLET_SCANS_KEY.partition },
      ExpressionAttributeValues: { ":key": historyKey(name) },
      ScanIndexForward: false,
    });
    for await (const item of items) yield walletScan.parse(item);
  }
}

/** A result as it is stored; undefined where it is too large even when compressed. */
export function packResult(result: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  const text = JSON.stringify(result);
  if (text.length <= MAX_PLAIN_RESULT) return text;
  const packed = new Uint8Array(brotliCompressSync(text, BROTLI));
  return packed.length <= MAX_RESULT ? packed : undefined;
}

/** The JSON text of a stored result. */
export function unpackResult(stored: string | Uint8Array): string {
  return typeof stored === "string" ? stored : brotliDecompressSync(stored).toString();
}
