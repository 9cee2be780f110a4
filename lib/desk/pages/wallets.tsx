/** Wallets by score, and by address: from the first band line up, the highest first. */

import type { Hono } from "hono";
import { bandOf, rise } from "../../risk/score.ts";
import { linkTo, walletLink } from "../../stack/desk-links.ts";
import type { Wallet } from "../../store/wallets/wallet.ts";
import type { WalletRank, WalletStore } from "../../store/wallets/wallets.ts";
import type { DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { Moment } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";

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
    return page(context, {
      title: "Wallets",
      children: (
        <>
          <form class="filters" method="get" action="/wallets">
            <label>
              Address <input name="address" value={address} />
            </label>
            <button type="submit">Find</button>
          </form>
          {found.map((one) => (
            <section>
              <h2>Project {one.projectId}</h2>
              <Rows wallets={one.wallets} byAddress={address !== ""} />
              {one.next === undefined ? undefined : (
                <a href={linkTo("/wallets", { project: one.projectId, ...one.next })}>Lower scores</a>
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
  if (wallets.length === 0) {
    return (
      <p>
        {byAddress ? "No wallet with this address is known." : "No wallet has a score that asks for a look."}
      </p>
    );
  }
  return (
    <Table
      caption={
        byAddress
          ? "Wallets with this address"
          : "Wallets from the first band line up, the highest score first"
      }
    >
      <thead>
        <tr>
          <th scope="col">Score</th>
          <th scope="col">Band</th>
          <th scope="col">Rose by</th>
          <th scope="col">Address</th>
          <th scope="col">Chain</th>
          <th scope="col">User</th>
          <th scope="col">Scanned</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <tr>
            <td>{wallet.score ?? "unknown"}</td>
            <td>{bandOf(wallet.score)}</td>
            <td>{rise({ score: wallet.previousScore }, wallet)}</td>
            <td class="address">
              <a href={walletLink(wallet)}>{wallet.address}</a>
            </td>
            <td>{wallet.chainId}</td>
            <td>
              <bdi>{wallet.userId ?? ""}</bdi>
            </td>
            <td>{wallet.scannedAt === undefined ? "not yet" : <Moment at={wallet.scannedAt} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
