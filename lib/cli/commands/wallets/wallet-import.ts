/** `vigia wallets import`: makes wallets known from a file, so that the next scan asks for them. */

import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../contract/issues.ts";
import { isNoAddressOf, isNoEvmAddress } from "../../../contract/wallet-address.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { historyKey, isUsableAddress, isUsableUser } from "../../../screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import type { Call } from "../../core/command.ts";
import { csvRecords, type Line } from "../../core/csv-records.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { FileFindings, type Importable, importEach } from "../../core/file-import.ts";
import { formatOf, openInput } from "../../core/input.ts";
import { filledFields, jsonRecords } from "../../core/json-records.ts";
import { isNoValue, spoiltId } from "../../core/spoilt-text.ts";
import { targetIfAny } from "../../core/target.ts";
import type { NamedStream } from "../../core/text-lines.ts";
import { areLookAlikes, importedUserId, oddUserId } from "../../core/user-ids.ts";

/** Each wallet is a write: so many at a time hide the latency of the network. */
const CONCURRENT_WALLETS = 16;

export async function importWallets(
  { context, chosenTarget }: Call,
  file: string,
  {
    format = formatOf(file),
    dryRun = false,
  }: { format?: "jsonl" | "csv" | undefined; dryRun?: boolean | undefined },
): Promise<number> {
  const target = dryRun ? await targetIfAny(chosenTarget) : await chosenTarget();
  const input = await openInput(context, file);
  const store =
    dryRun || target === undefined ? undefined : new WalletStore(documents(target), target.tables.wallets);
  const seenAt = new Date(context.now()).toISOString();
  const imported = { new: 0, known: 0 };
  const importedCount = () => imported.new + imported.known;
  const findings = new FileFindings<WalletLine>(input, {
    keyName: "the wallet",
    keyOf: historyKey,
    userIdOf: ({ userId }) => userId,
    oddities,
  });
  async function* wallets(): AsyncGenerator<WalletLine & { line: number }> {
    for await (const read of readWallets(input, format, target?.servedIds)) {
      const wallet = findings.take(read);
      if (wallet !== undefined) yield { ...wallet, line: read.line };
    }
  }
  await importEach(
    context,
    wallets(),
    async ({ line, ...wallet }) => {
      const remembered = await store?.remember({ ...wallet, source: "import", seenAt });
      // A wallet that is unusable was refused as its line was read.
      if (remembered === undefined || remembered.kind === "unusable") return;
      imported[remembered.kind]++;
      if (remembered.kind === "known") findings.warn(line, changesOfOwner(wallet.userId, remembered.owner));
    },
    {
      concurrency: CONCURRENT_WALLETS,
      imported: () => (importedCount() === 0 ? undefined : `${countOf(importedCount(), "wallet")} imported`),
    },
  );
  const { good, refused } = findings;
  if (good + refused.count === 0)
    throw new CommandError(`${input.name} contains no wallet: check the export that wrote it.`);
  const done = dryRun
    ? `${countOf(good, "wallet")} can be imported; nothing was imported`
    : `${countOf(imported.new, "new wallet")}, ${imported.known} known before`;
  const next = importedCount() === 0 ? "" : " The next scan asks for them.";
  await context.print(`${done}; ${countOf(refused.count, "line")} refused.${next}`);
  await findings.tell(context);
  if (target === undefined) await context.note("No stack is running: the projects were not checked.");
  return refused.count > 0 ? EXIT.refusedLines : EXIT.done;
}

/** @param owner whose the wallet was until now */
function changesOfOwner(userId: string | undefined, owner: string | undefined): string[] {
  return userId !== undefined && owner !== undefined && areLookAlikes(userId, owner)
    ? ["userId: another than the owner until now, whose id a reader cannot tell from it"]
    : [];
}

function oddities({ address, userId }: WalletLine): string[] {
  return [...odditiesOf(address), ...(userId === undefined ? [] : oddUserId(userId))];
}

/** Oddities of a text that may be an address all the same. */
function odditiesOf(address: string): string[] {
  if (isNoEvmAddress(address))
    return ["address begins with 0x but does not have the 40 hexadecimal digits of an EVM address"];
  if (/^0x0*(?:dead)?$/i.test(address)) return ["address is one that no one holds"];
  if (!hasChecksum(address) || address === withChecksum(address)) return [];
  return ["address has capitals that do not fit it (EIP-55), as after a typing error"];
}

/** Reports whether the capitals of an EVM address are meant as a checksum. */
function hasChecksum(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && /[a-f]/.test(address) && /[A-F]/.test(address);
}

/** An EVM address with the capitals of EIP-55: those of the digits whose hash is 8 or more. */
function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = [...digits].map((digit, at) => ((hash[at] ?? "0") >= "8" ? digit.toUpperCase() : digit));
  return `0x${cased.join("")}`;
}

const COLUMNS = new Set(["projectId", "chainId", "address", "userId"]);

/** A number or its digits: CSV has text only, and chain ids are either in the service's own interface. */
function digitsOf(what: string) {
  return z.pipe(
    z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
    z.string().check(z.trim(), z.regex(/^(0|[1-9]\d{0,14})$/, { error: `expected ${what}` })),
  );
}

const walletLine = z.object({
  projectId: z.pipe(
    digitsOf("a project's id, such as 1"),
    z.transform((digits) => Number(digits)),
  ),
  chainId: digitsOf("a chain's id, such as 137"),
  address: z.pipe(
    z.string().check(
      z.trim(),
      z.refine(
        (address) =>
          isUsableAddress(address) && !/\s/.test(address) && cleanText(address, address.length) === address,
        { error: "expected a wallet's address, without spaces" },
      ),
      z.refine((address) => !NAME_OF_ADDRESS.test(address) && !isNoValue(address), {
        error: "expected a wallet's address, not a name of one",
      }),
      z.refine((address) => isNoValue(address) || spoiltId(address) === undefined, {
        error: "expected a wallet's address, not what a spreadsheet made of it: export it again as text",
      }),
    ),
    // A capital X would be asked of the service and shown.
    z.transform((address) => address.replace(/^0X/, "0x")),
  ),
  userId: z.optional(
    importedUserId.check(z.refine(isUsableUser, { error: "is longer than the owner of a wallet may be" })),
  ),
});

/** A name of a name service, such as `vitalik.eth`. */
const NAME_OF_ADDRESS = /\.(?:eth|sol|bnb|crypto|lens)$/i;

/** A wallet as a line names it. */
type WalletLine = z.infer<typeof walletLine>;

/** The wallets of a file, or why a line holds none; the reasons hold nothing of the line but its project and chain. */
async function* readWallets(
  input: NamedStream,
  format: "jsonl" | "csv",
  projectIds: readonly number[] | undefined,
): AsyncGenerator<Importable<WalletLine>> {
  for await (const { line, ...read } of format === "csv" ? csvWallets(input) : jsonRecords(input))
    yield { line, ...("wrong" in read ? { wrong: [read.wrong] } : walletOf(read.value, projectIds)) };
}

function walletOf(
  record: Record<string, unknown>,
  projectIds: readonly number[] | undefined,
): { value: WalletLine } | { wrong: string[] } {
  const fields = filledFields(record);
  // Its name is not repeated: it may be a value that slipped.
  if (Object.keys(fields).some((name) => !COLUMNS.has(name)))
    return { wrong: [`has a field that no wallet has: ${[...COLUMNS].join(", ")}`] };
  const wallet = walletLine.safeParse(fields);
  if (!wallet.success) return { wrong: issuesOf(wallet.error, fields).map((issue) => issuesLine([issue])) };
  const { projectId, chainId, address } = wallet.data;
  if (projectIds?.includes(projectId) === false)
    return { wrong: [`projectId: ${projectId} is not a project of this stack (${projectIds.join(", ")})`] };
  if (isNoAddressOf(chainId, address))
    return { wrong: [`address: expected an address of chain ${chainId}: 0x and 40 hexadecimal digits`] };
  return { value: wallet.data };
}

async function* csvWallets(input: NamedStream): AsyncGenerator<Line<Record<string, unknown>>> {
  const columns = { allowed: COLUMNS, required: ["projectId", "chainId", "address"] };
  for await (const read of csvRecords(input, columns)) {
    yield "wrong" in read ? read : { line: read.line, value: Object.fromEntries(read.value) };
  }
}
