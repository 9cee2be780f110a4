/** Wallets by score, and by address: from the first band line up, the highest first. */

import type { Hono } from "hono";
import { BANDS, FACTS } from "../../language/catalogue/desk/facts.ts";
import { FRAME } from "../../language/catalogue/desk/frame.ts";
import { WALLET_LIST } from "../../language/catalogue/desk/wallets.ts";
import { bandOf, rise } from "../../risk/score.ts";
import { linkTo, walletLink } from "../../stack/desk-links.ts";
import type { Wallet } from "../../store/wallets/wallet.ts";
import type { WalletRank, WalletStore } from "../../store/wallets/wallets.ts";
import type { DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { Moment } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";
import { useSpeaker } from "../speaker.ts";

const PAGE_ROWS = 50;

interface ProjectWallets {
  projectId: number;
  wallets: Wallet[];
  next?: WalletRank;
}

export function addWallets(app: Hono<DeskEnv>, store: WalletStore): void {
  app.get("/wallets", async (context) => {
    const query = context.req.query();
    const { address = "" } = query;
    const projectIds = context.var.access.sees.filter(
      (id) => !query["project"] || String(id) === query["project"],
    );
    const found = await Promise.all(
      projectIds.map((projectId) => walletsOf(store, projectId, address, rankIn(query, projectId))),
    );
    const { say } = context.var.speaker;
    return page(context, {
      title: say(FRAME.wallets),
      children: (
        <>
          <form class="filters" method="get" action="/wallets">
            <label>
              {say(FACTS.address)} <input name="address" value={address} />
            </label>
            <button type="submit">{say(WALLET_LIST.find)}</button>
          </form>
          {found.map((one) => (
            <section>
              <h2>{say(FRAME.project, { project: String(one.projectId) })}</h2>
              <Rows wallets={one.wallets} byAddress={address !== ""} />
              {one.next === undefined ? undefined : (
                <a href={linkTo("/wallets", { project: one.projectId, ...one.next })}>
                  {say(WALLET_LIST.lower)}
                </a>
              )}
            </section>
          ))}
        </>
      ),
    });
  });
}

async function walletsOf(
  store: WalletStore,
  projectId: number,
  address: string,
  after: WalletRank | undefined,
): Promise<ProjectWallets> {
  if (address !== "") return { projectId, wallets: await store.ofAddress(projectId, address) };
  return { projectId, ...(await store.byScore(projectId, PAGE_ROWS, after)) };
}

/** Where a page begins; what is not of this project begins at the top. */
function rankIn(query: Record<string, string>, projectId: number): WalletRank | undefined {
  const { rank, shardKey, walletKey } = query;
  if (rank === undefined || walletKey === undefined || !shardKey?.startsWith(`${projectId}#`))
    return undefined;
  return { rank, shardKey, walletKey };
}

function Rows({ wallets, byAddress }: { wallets: readonly Wallet[]; byAddress: boolean }) {
  const { say } = useSpeaker();
  if (wallets.length === 0)
    return <p>{say(byAddress ? WALLET_LIST.noneAtAddress : WALLET_LIST.noneScored)}</p>;
  return (
    <Table caption={say(byAddress ? WALLET_LIST.atAddress : WALLET_LIST.byScore)}>
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
