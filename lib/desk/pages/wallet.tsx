/** One wallet: what is known of it, and its scores as a line over the bands. */

import type { Hono } from "hono";
import { bandOf } from "../../risk/score.ts";
import { linkTo } from "../../stack/desk-links.ts";
import type { Wallet } from "../../store/wallets/wallet.ts";
import { type WalletScan, WalletScanStore } from "../../store/wallets/wallet-scans.ts";
import type { WalletStore } from "../../store/wallets/wallets.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { notFound, page } from "../layout.tsx";
import { Facts, Moment } from "../parts/facts.tsx";
import { ScoreChart } from "../parts/score-chart.tsx";
import { Table } from "../parts/table.tsx";

/** About a year of nights. */
const MAX_SCORES = 366;

export function addWallet(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  wallets: WalletStore,
): void {
  const scans = new WalletScanStore(database, environment.WALLET_SCANS_TABLE);
  app.get("/wallet", async (context) => {
    const { project, address = "", chain: chainId = "" } = context.req.query();
    const projectId = Number(project);
    const isSeen = context.var.access.sees.includes(projectId) && address !== "";
    const wallet = isSeen ? await wallets.get({ projectId, address, chainId }) : undefined;
    if (wallet === undefined) return notFound(context, "No such wallet is known.");
    const history: WalletScan[] = [];
    for await (const scan of scans.history(wallet)) {
      if (history.push(scan) >= MAX_SCORES) break;
    }
    return page(context, {
      title: "Wallet",
      children: (
        <>
          <WalletFacts of={wallet} />
          <ScoreChart scores={scoresOf(history)} />
          <Scores history={history} />
        </>
      ),
    });
  });
}

/** The oldest first. */
function scoresOf(history: readonly WalletScan[]) {
  return history
    .flatMap(({ score, scannedAt }) => (score === undefined ? [] : [{ score, at: scannedAt }]))
    .reverse();
}

function WalletFacts({ of: wallet }: { of: Wallet }) {
  const { address, chainId, userId, owners, score, level, reason, suspicious, status, scannedAt } = wallet;
  return (
    <Facts
      facts={[
        ["Address", <bdi class="address">{address}</bdi>],
        ["Chain", chainId],
        ["Project", String(wallet.projectId)],
        ["User", userId && <a href={linkTo("/notifications", { user: userId })}>{userId}</a>],
        ["All users", owners.length > 1 ? owners.join(", ") : undefined],
        ["Score", score === undefined ? "unknown" : `${score} (${bandOf(score)})`],
        ["Before", wallet.previousScore === undefined ? undefined : String(wallet.previousScore)],
        ["Level", level && <bdi>{level}</bdi>],
        ["Reason", reason && <bdi>{reason}</bdi>],
        ["Suspicious", suspicious === undefined ? "unknown" : suspicious ? "yes" : "no"],
        ["Status with the service", status && <bdi>{status}</bdi>],
        ["Scanned", scannedAt === undefined ? "not yet" : <Moment at={scannedAt} />],
        ["Last run", wallet.lastOutcome],
        ["Why", wallet.lastReason && <bdi>{wallet.lastReason}</bdi>],
        ["Notifications", <a href={linkTo("/notifications", { wallet: address })}>of this wallet</a>],
      ]}
    />
  );
}

function Scores({ history }: { history: readonly WalletScan[] }) {
  if (history.length === 0) return <p>No run has scored it yet.</p>;
  return (
    <details>
      <summary>Every score</summary>
      <Table caption="Scores, the newest first">
        <thead>
          <tr>
            <th scope="col">Scanned</th>
            <th scope="col">Score</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ scannedAt, score, outcome }) => (
            <tr>
              <td>
                <Moment at={scannedAt} />
              </td>
              <td>{score ?? ""}</td>
              <td>{outcome}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
