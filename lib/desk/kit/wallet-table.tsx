/** Wallets in rows, by what each page shows of them. */

import { walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { WALLET_LIST } from "../../i18n/catalogue/desk/wallets.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { rise } from "../../screening/score.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { say } from "../frame/translator.ts";
import { UserLink } from "./case-cells.tsx";
import { DataTable } from "./data-table.tsx";
import { Score, ShortId, When } from "./facts.tsx";
import { chainName } from "./links.ts";

interface WalletTableProps {
  of: readonly Wallet[];
  caption: string;
  chainOf: ChainLookup;
  /** True beside other lists: without users, rises and times. */
  isNarrow?: boolean;
}

export function WalletTable({ of, caption, chainOf, isNarrow = false }: WalletTableProps) {
  const more = [
    {
      ...{ name: say(FACTS.user), cellClass: "c-user" },
      cell: ({ userId }: Wallet) => userId && <UserLink of={userId} />,
    },
    { name: say(WALLET_LIST.roseBy), class: "n", cell: roseBy },
    {
      ...{ name: say(FACTS.scanned), class: "n", cellClass: "n muted" },
      cell: ({ scannedAt }: Wallet) =>
        scannedAt === undefined ? say(FACTS.notYet) : <When at={scannedAt} />,
    },
  ];
  return (
    <DataTable
      caption={caption}
      rows={of}
      columns={[
        {
          name: say(FACTS.address),
          cell: (wallet) => (
            <ShortId of={wallet.address} href={walletLink(wallet)} isOpen>
              <small>{chainName(wallet.chainId, chainOf)}</small>
            </ShortId>
          ),
        },
        { name: say(FACTS.score), cell: ({ score }) => <Score of={score} /> },
        ...(isNarrow ? [] : more),
      ]}
    />
  );
}

function roseBy(wallet: Wallet): string | undefined {
  const by = rise({ score: wallet.previousScore }, wallet);
  return by === 0 ? undefined : `+${by}`;
}
