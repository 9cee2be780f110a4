/** Wallets in rows: a row for each address, with its networks in it. */

import { walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { WALLET_LIST } from "../../i18n/catalogue/desk/wallets.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { rise } from "../../screening/score.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { say } from "../frame/translator.ts";
import { UserLinks } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { Score, ShortId, When } from "./facts.tsx";
import { chainName } from "./links.ts";

interface WalletTableProps {
  /** The highest score first, and those without one last. */
  of: readonly Wallet[];
  caption: string;
  chainOf: ChainLookup;
  /** True beside other lists: without users, rises and times. */
  isNarrow?: boolean;
}

/** An address; the first of its wallets has the highest score. */
type Row = readonly [Wallet, ...Wallet[]];

export function WalletTable({ of, caption, chainOf, isNarrow = false }: WalletTableProps) {
  const rows = rowsOf(of);
  const more = [
    {
      name: say(WALLET_LIST.registered),
      cellClass: "c-user",
      cell: (row: Row) => <UserLinks users={[...new Set(row.flatMap(({ userId }) => userId ?? []))]} />,
    },
    // Until a second scan raises a score there is no rise to show.
    rows.some((row) => roseBy(row) !== undefined)
      ? { name: say(WALLET_LIST.roseBy), class: "n", cell: roseBy }
      : undefined,
    {
      name: say(FACTS.scanned),
      class: "n",
      cellClass: "n muted",
      cell: ([{ scannedAt }]: Row) =>
        scannedAt === undefined ? say(FACTS.notScanned) : <When at={scannedAt} />,
    },
  ];
  return (
    <DataTable
      caption={caption}
      rows={rows}
      columns={[
        {
          name: say(FACTS.address),
          cellClass: "c-address",
          cell: (row) => (
            <>
              <ShortId of={row[0].address} href={walletLink(row[0])} isOpen />{" "}
              <small>{networks(row, chainOf)}</small>
            </>
          ),
        },
        { name: say(FACTS.score), cell: ([{ score }]) => <Score score={score} isTerse={isNarrow} /> },
        ...(isNarrow ? [] : more),
      ]}
    />
  );
}

function rowsOf(wallets: readonly Wallet[]): Row[] {
  return [...Map.groupBy(wallets, ({ address }) => address).values()].flatMap(([top, ...others]): Row[] =>
    top === undefined ? [] : [[top, ...others]],
  );
}

/** The networks of a wallet, each with its score where that is another one than the row's. */
function networks([top, ...others]: Row, chainOf: ChainLookup): string {
  const named = others.map(({ chainId, score }) =>
    [chainName(chainId, chainOf), score === top.score ? undefined : (score ?? say(FACTS.unknown))]
      .filter((part) => part !== undefined)
      .join(" "),
  );
  // An address that two projects know on one network has it twice.
  return [...new Set([chainName(top.chainId, chainOf), ...named])].join(", ");
}

/** The most of its networks. */
function roseBy(row: Row): string | undefined {
  const points = Math.max(...row.map((wallet) => rise({ score: wallet.previousScore }, wallet)));
  return points === 0 ? undefined : `+${points}`;
}
