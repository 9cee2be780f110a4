/** Wallets in a file: one a line, as JSON or CSV, with projectId, chainId, address, and perhaps userId and description. */

import type { Readable } from "node:stream";
import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../contract/issues.ts";
import { historyKey, isUsableAddress } from "../../../wallets/wallet-keys.ts";
import { csvRecords } from "../../core/csv-records.ts";
import { jsonRecords, type Line } from "../../core/lines.ts";

const COLUMNS = new Set(["projectId", "chainId", "address", "userId", "description"]);

/** A number or its digits: CSV has text only, and chain ids are either in the service's own interface. */
function digitsOf(what: string) {
  return z.pipe(
    z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
    z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/, { error: `expected ${what}` })),
  );
}

const text = z.optional(z.nullable(z.string().check(z.maxLength(500))));

const walletLine = z.object({
  projectId: z.pipe(
    digitsOf("a project's id, such as 1"),
    z.transform((digits) => Number(digits)),
  ),
  chainId: digitsOf("a chain's id, such as 137"),
  address: z.string().check(
    z.refine((address) => isUsableAddress(address) && !/[\s\p{Cc}]/u.test(address), {
      error: "expected a wallet's address, without spaces",
    }),
  ),
  userId: text,
  description: text,
});

/** A wallet as a line names it. */
export type WalletLine = z.infer<typeof walletLine>;

/**
 * The wallets of a file, or why a line holds none; the reasons hold nothing of the line but its project. A wallet may have
 * several users, each on a line; of lines with the same wallet and user the first is taken.
 */
export async function* readWallets(
  stream: Readable,
  format: "jsonl" | "csv",
  projectIds: readonly number[],
): AsyncGenerator<Line<WalletLine>> {
  const lineOf = new Map<string, number>();
  for await (const read of format === "csv" ? csvWallets(stream) : jsonRecords(stream)) {
    if ("wrong" in read) {
      yield read;
      continue;
    }
    const wallet = walletLine.safeParse(read.value);
    if (!wallet.success) {
      yield { line: read.line, wrong: issuesLine(issuesOf(wallet.error, read.value)) };
    } else if (!projectIds.includes(wallet.data.projectId)) {
      const known = projectIds.join(", ");
      yield {
        line: read.line,
        wrong: `projectId: ${wallet.data.projectId} is none of this stack's (${known})`,
      };
    } else {
      const key = JSON.stringify([historyKey(wallet.data), wallet.data.userId || null]);
      const earlier = lineOf.get(key);
      if (earlier === undefined) lineOf.set(key, read.line);
      yield earlier === undefined
        ? { line: read.line, value: wallet.data }
        : { line: read.line, wrong: `has the wallet and user of line ${earlier}, which is the one taken` };
    }
  }
}

async function* csvWallets(stream: Readable): AsyncGenerator<Line<Record<string, unknown>>> {
  const columns = { allowed: COLUMNS, required: ["projectId", "chainId", "address"] };
  for await (const read of csvRecords(stream, columns)) {
    yield "wrong" in read ? read : { line: read.line, value: Object.fromEntries(read.value) };
  }
}
