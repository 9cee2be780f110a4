/** `vigia wallets import`: makes wallets known from a file, so that the next scan asks for them. */

import pMap from "p-map";
import * as z from "zod/mini";
import { isNoEvmAddress } from "../../../contract/wallet-address.ts";
import { countOf } from "../../../text/count-of.ts";
import { KnownWallets } from "../../../wallets/known-wallets.ts";
import { historyKey } from "../../../wallets/wallet-keys.ts";
import type { WalletSight } from "../../../wallets/wallet-sights.ts";
import { documents } from "../../core/aws.ts";
import type { Call } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import { asItWasRead, formatOf, openInput } from "../../core/input.ts";
import { readOptions } from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { showProgress } from "../../output/progress.ts";
import { readWallets, type WalletLine } from "./wallet-file.ts";

/** Each wallet is a read and perhaps a write: this many, concurrently, hide the round trips. */
const CONCURRENT_WALLETS = 16;

const IMPORTING = {
  label: "importing",
  ifStopped: "Stopped; what was imported stays. Import the file again for the rest.",
};

const importOptions = z.object({ format: z.optional(z.enum(["jsonl", "csv"])) });

function sightOf({ userId, description, ...name }: WalletLine, seenAt: string): WalletSight {
  return {
    ...name,
    userId: userId ?? undefined,
    description: description ?? undefined,
    source: "import",
    seenAt,
  };
}

export async function importWallets({ context, args: [file = ""], options, target }: Call): Promise<number> {
  const { format = formatOf(file) } = readOptions(importOptions, options);
  const found = await target();
  const input = await openInput(context, file);
  const wallets = new KnownWallets(documents(found), found.tables.wallets);
  const progress = showProgress(context, IMPORTING, input.size);
  const seenAt = new Date(context.now()).toISOString();
  /** By wallet, whether it was new; several lines may name one wallet with several users. */
  const imported = new Map<string, boolean>();
  const count = { refused: 0 };
  const refuse = async (line: number, reason: string) => {
    count.refused++;
    await progress.line(`${input.name}, line ${line}: ${reason}`);
  };
  async function* good(): AsyncGenerator<{ line: number; value: WalletLine }> {
    for await (const read of readWallets(input.stream, format, found.projectIds)) {
      if ("wrong" in read) await refuse(read.line, read.wrong);
      else yield read;
      progress.update(input.bytesRead());
    }
  }
  try {
    await pMap(
      good(),
      async ({ line, value }) => {
        if (isNoEvmAddress(value.address))
          await progress.line(
            `${input.name}, line ${line}: warning: address begins with 0x and has not the 40 hex digits of an EVM chain's; imported all the same`,
          );
        const remembered = await wallets.remember(sightOf(value, seenAt));
        if (remembered === "unusable") await refuse(line, "address: cannot stand as a key");
        else {
          const key = historyKey(value);
          imported.set(key, remembered === "new" || imported.get(key) === true);
        }
      },
      { concurrency: CONCURRENT_WALLETS },
    );
  } finally {
    progress.stop();
  }
  const isNew = [...imported.values()].filter((one) => one).length;
  await printLine(
    context.stdout,
    `${countOf(isNew, "new wallet")}, ${imported.size - isNew} known before; ${countOf(count.refused, "line")} refused. The next scan asks for them.`,
  );
  if (count.refused > 0 && imported.size === 0) await printLine(context.stderr, asItWasRead(format));
  return count.refused > 0 ? EXIT.refusedLines : EXIT.done;
}
