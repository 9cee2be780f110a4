/** `vigia wallets import`: makes wallets known from a file, so that the next scan asks for them. */

import pMap from "p-map";
import * as z from "zod/mini";
import { KnownWallets } from "../store/known-wallets.ts";
import { documents } from "./aws.ts";
import type { Call } from "./command.ts";
import { counted } from "./counting.ts";
import { EXIT } from "./failure.ts";
import { asItWasRead, formatOf, openInput } from "./input.ts";
import { readOptions } from "./options.ts";
import { printLine } from "./print.ts";
import { showProgress } from "./progress.ts";
import { readWallets, type WalletLine } from "./wallet-file.ts";

/** Each wallet is a read and perhaps a write: so many at once hide the round trips. */
const WALLETS_AT_ONCE = 16;

const IMPORTING = {
  label: "importing",
  ifStopped: "Stopped; what was imported stays. Import the file again for the rest.",
};

const importOptions = z.object({ format: z.optional(z.enum(["jsonl", "csv"])) });

/** Imports the file that is the first argument. */
export async function importWallets({ world, args: [file = ""], options, target }: Call): Promise<number> {
  const { format = formatOf(file) } = readOptions(importOptions, options);
  const found = await target();
  const input = await openInput(world, file);
  const wallets = new KnownWallets(documents(found), found.tables.wallets);
  const progress = showProgress(world, IMPORTING, input.size);
  const seenAt = new Date(world.now()).toISOString();
  const count = { new: 0, known: 0, refused: 0 };
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
        const { userId, description, ...name } = value;
        const remembered = await wallets.remember({
          ...name,
          userId: userId ?? undefined,
          description: description ?? undefined,
          source: "import",
          seenAt,
        });
        if (remembered === "unusable") await refuse(line, "address: cannot stand as a key");
        else count[remembered]++;
      },
      { concurrency: WALLETS_AT_ONCE },
    );
  } finally {
    progress.stop();
  }
  await printLine(
    world.stdout,
    `${counted(count.new, "new wallet")}, ${count.known} known before; ${counted(count.refused, "line")} refused. The next scan asks for them.`,
  );
  if (count.refused > 0 && count.new + count.known === 0) await printLine(world.stderr, asItWasRead(format));
  return count.refused > 0 ? EXIT.refusedLines : EXIT.done;
}
