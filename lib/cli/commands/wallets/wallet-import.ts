/** `vigia wallets import`: makes wallets known from a file, so that the next scan asks for them. */

import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../contract/issues.ts";
import { isNoAddressOf, isNoEvmAddress } from "../../../contract/wallet-address.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { KnownWallets } from "../../../screening/wallets/known-wallets.ts";
import { historyKey, isUsableAddress } from "../../../screening/wallets/wallet-keys.ts";
import type { WalletSight } from "../../../screening/wallets/wallet-sights.ts";
import { documents } from "../../core/aws.ts";
import type { Call } from "../../core/command.ts";
import { csvRecords, jsonRecords, type Line, type NamedStream } from "../../core/csv-records.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { importEach, RefusedLines } from "../../core/file-import.ts";
import { formatOf, openInput } from "../../core/input.ts";

/** Each wallet is a read and perhaps a write: this many, concurrently, hide the round trips. */
const CONCURRENT_WALLETS = 16;

function sightOf({ userId, description, ...name }: WalletLine, seenAt: string): WalletSight {
  return {
    ...name,
    userId: userId ?? undefined,
    description: description ?? undefined,
    source: "import",
    seenAt,
  };
}

export async function importWallets(
  { context, target }: Call,
  file: string,
  { format = formatOf(file) }: { format?: "jsonl" | "csv" | undefined },
): Promise<number> {
  const found = await target();
  const input = await openInput(context, file);
  const wallets = new KnownWallets(documents(found), found.tables.wallets);
  const began = context.now();
  const started = Date.now();
  /** By wallet, whether it was new; several lines may name one wallet with several users. */
  const imported = new Map<string, boolean>();
  const refused = new RefusedLines(input.name, context);
  /** Of each wallet the last line with a user, and the number of them: each is seen a millisecond after the one before. */
  const named = new Map<string, { line: number; count: number }>();
  async function* good(): AsyncGenerator<{ line: number; value: WalletLine; seenAt: string }> {
    for await (const read of readWallets(input, format, found.projectIds)) {
      if ("wrong" in read) await refused.add(read.line, read.wrong);
      else {
        const key = historyKey(read.value);
        const before = read.value.userId ? named.get(key) : undefined;
        if (read.value.userId) named.set(key, { line: read.line, count: (before?.count ?? 0) + 1 });
        if (before !== undefined)
          await context.note(
            `${input.name}, line ${read.line}: names the wallet of line ${before.line} with another user; the last line's is its owner`,
          );
        const later = before?.count ?? 0;
        // A sight from the future would count as one of now.
        await sleep(Math.max(0, later - (Date.now() - started)));
        yield { ...read, seenAt: new Date(began + later).toISOString() };
      }
    }
  }
  await importEach(
    context,
    good(),
    async ({ line, value, seenAt }) => {
      if (isNoEvmAddress(value.address))
        await context.note(
          `${input.name}, line ${line}: warning: address begins with 0x but does not have the 40 hexadecimal digits of an EVM address; imported anyway`,
        );
      const remembered = await wallets.remember(sightOf(value, seenAt));
      if (remembered === "unusable") await refused.add(line, "address: cannot be stored as a key");
      else {
        const key = historyKey(value);
        imported.set(key, remembered === "new" || imported.get(key) === true);
      }
    },
    {
      concurrency: CONCURRENT_WALLETS,
      imported: () => (imported.size === 0 ? undefined : `${countOf(imported.size, "wallet")} imported`),
    },
  );
  await refused.end();
  if (imported.size === 0 && refused.count === 0)
    throw new CommandError(`${input.name} contains no wallet: check the export that wrote it.`);
  const isNew = [...imported.values()].filter((one) => one).length;
  await context.print(
    `${countOf(isNew, "new wallet")}, ${imported.size - isNew} known before; ${countOf(refused.count, "line")} refused.${imported.size === 0 ? "" : " The next scan asks for them."}`,
  );
  return refused.count > 0 ? EXIT.refusedLines : EXIT.done;
}

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
  userId: text.check(
    z.refine((id) => !/\p{Cc}/u.test(id ?? ""), { error: "expected a user's id without control characters" }),
  ),
  description: text,
});

/** A wallet as a line names it. */
type WalletLine = z.infer<typeof walletLine>;

/**
 * The wallets of a file, or why a line holds none; the reasons hold nothing of the line but its project and chain. A wallet may
 * have several users, each on a line; of lines with the same wallet and user the first is taken.
 */
async function* readWallets(
  input: NamedStream,
  format: "jsonl" | "csv",
  projectIds: readonly number[],
): AsyncGenerator<Line<WalletLine>> {
  const lineOf = new Map<string, number>();
  for await (const read of format === "csv" ? csvWallets(input) : jsonRecords(input)) {
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
        wrong: `projectId: ${wallet.data.projectId} is not a project of this stack (${known})`,
      };
    } else if (isNoAddressOf(wallet.data.chainId, wallet.data.address)) {
      yield {
        line: read.line,
        wrong: `address: expected an address of chain ${wallet.data.chainId}: 0x and 40 hexadecimal digits`,
      };
    } else {
      const key = JSON.stringify([historyKey(wallet.data), wallet.data.userId || null]);
      const earlier = lineOf.get(key);
      if (earlier === undefined) lineOf.set(key, read.line);
      yield earlier === undefined
        ? { line: read.line, value: wallet.data }
        : { line: read.line, wrong: `repeats the wallet and user of line ${earlier}, which is used` };
    }
  }
}

async function* csvWallets(input: NamedStream): AsyncGenerator<Line<Record<string, unknown>>> {
  const columns = { allowed: COLUMNS, required: ["projectId", "chainId", "address"] };
  for await (const read of csvRecords(input, columns)) {
    yield "wrong" in read ? read : { line: read.line, value: Object.fromEntries(read.value) };
  }
}
