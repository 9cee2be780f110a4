/** Wallets in a table: score, band, rise, and whose they are. */

import { walletLink } from "../../alerts/desk-links.ts";
import { BANDS, FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { WALLET_LIST } from "../../i18n/catalogue/desk/wallets.ts";
import { bandOf, rise } from "../../risk/score.ts";
import type { Wallet } from "../../wallets/wallet.ts";
import { Moment, Table } from "../components/facts.tsx";
import { useSpeaker } from "../speaker.ts";

interface RowsProps {
  wallets: readonly Wallet[];
  caption: string;
  /** What is said where there are none. */
  nothing: string;
}

export function WalletRows({ wallets, caption, nothing }: RowsProps) {
  const { say } = useSpeaker();
  if (wallets.length === 0) return <p>{nothing}</p>;
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">{say(FACTS.score)}</th>
          <th scope="col">{say(FACTS.band)}</th>
          <th scope="col">{say(WALLET_LIST.roseBy)}</th>
          <th scope="col">{say(FACTS.address)}</th>
          <th scope="col">{say(FACTS.chainColumn)}</th>
          <th scope="col">{say(FACTS.user)}</th>
          <th scope="col">{say(FACTS.scanned)}</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <tr>
            <td>{wallet.score ?? say(FACTS.unknown)}</td>
            <td>{say(BANDS[bandOf(wallet.score)])}</td>
            <td>{rise({ score: wallet.previousScore }, wallet)}</td>
            <td class="address">
              <a href={walletLink(wallet)}>{wallet.address}</a>
            </td>
            <td>{wallet.chainId}</td>
            <td>
              <bdi>{wallet.userId ?? ""}</bdi>
            </td>
            <td>{wallet.scannedAt === undefined ? say(FACTS.notYet) : <Moment at={wallet.scannedAt} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
