/** Wallets in rows, by what each page shows of them. */

import { userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { WALLET_LIST } from "../../i18n/catalogue/desk/wallets.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { rise } from "../../screening/score.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { useTranslator } from "../frame/translator.ts";
import { Score, ShortId, When } from "./facts.tsx";
import { FlowTable } from "./flow-table.tsx";
import { chainName } from "./links.ts";

interface WalletTableProps {
  of: readonly Wallet[];
  caption: string;
  chainOf: ChainLookup;
  /** True beside other lists: without users, rises and times. */
  isNarrow?: boolean;
}

export function WalletTable({ of, caption, chainOf, isNarrow = false }: WalletTableProps) {
  const { t } = useTranslator();
  return (
    <FlowTable
      caption={caption}
      columns={[
        { name: t(FACTS.address) },
        { name: t(FACTS.score) },
        ...(isNarrow
          ? []
          : [
              { name: t(FACTS.user) },
              { name: t(WALLET_LIST.roseBy), class: "n" },
              { name: t(FACTS.scanned), class: "n" },
            ]),
      ]}
    >
      {of.map((wallet) => (
        <tr>
          <th scope="row">
            <ShortId of={wallet.address} href={walletLink(wallet)} isOpen>
              <small>{chainName(wallet.chainId, chainOf, t)}</small>
            </ShortId>
          </th>
          <td>
            <Score of={wallet.score} />
          </td>
          {isNarrow ? undefined : <More of={wallet} />}
        </tr>
      ))}
    </FlowTable>
  );
}

function More({ of: wallet }: { of: Wallet }) {
  const { t } = useTranslator();
  const roseBy = rise({ score: wallet.previousScore }, wallet);
  return (
    <>
      <td class="c-user">
        {wallet.userId === undefined ? undefined : (
          <a href={userLink(wallet.userId)}>
            <bdi>{wallet.userId}</bdi>
          </a>
        )}
      </td>
      <td class="n">{roseBy === 0 ? undefined : `+${roseBy}`}</td>
      <td class="n muted">
        {wallet.scannedAt === undefined ? t(FACTS.notYet) : <When at={wallet.scannedAt} />}
      </td>
    </>
  );
}
