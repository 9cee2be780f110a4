/** One wallet: what is known of it, and its scores as a line over the bands. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import { BANDS, FACTS, OUTCOMES } from "../../i18n/catalogue/desk/facts.ts";
import { WALLET } from "../../i18n/catalogue/desk/wallets.ts";
import { bandOf } from "../../risk/score.ts";
import type { Wallet } from "../../wallets/wallet.ts";
import { type WalletScan, WalletScanStore } from "../../wallets/wallet-scans.ts";
import type { WalletStore } from "../../wallets/wallets.ts";
import { Copy, Facts, Moment, Table } from "../components/facts.tsx";
import { ScoreChart } from "../components/score-chart.tsx";
import { lastScans, scoresIn } from "../components/scores.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { notFound, page } from "../layout.tsx";
import { badRequest, parametersOf, projectId } from "../parameters.ts";
import { useTranslator } from "../translator.ts";

/** Wallet in the address. */
const parameters = z.object({ project: projectId, address: z.string(), chain: z._default(z.string(), "") });

export function addWallet(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  wallets: WalletStore,
): void {
  const scans = new WalletScanStore(database, environment.WALLET_SCANS_TABLE);
  app.get("/wallet", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { project, address, chain } = asked;
    const isSeen = context.var.access.sees.includes(project);
    const wallet = isSeen ? await wallets.get({ projectId: project, address, chainId: chain }) : undefined;
    if (wallet === undefined) return notFound(context, WALLET.notFound);
    const history = await lastScans(scans, wallet);
    return page(context, {
      title: context.var.translator.t(FACTS.wallet),
      children: (
        <>
          <section class="panel">
            <WalletFacts of={wallet} />
          </section>
          <section class="panel">
            <ScoreChart scores={scoresIn(history)} line={environment.ALERT_FROM} />
            <Scores history={history} />
          </section>
        </>
      ),
    });
  });
}

function Address({ of: address }: { of: string }) {
  return (
    <span>
      <bdi class="address">{address}</bdi> <Copy text={address} />
    </span>
  );
}

function Owners({ of: owners }: { of: readonly string[] }) {
  return (
    <span>
      {owners.map((owner, index) => (
        <>
          {index === 0 ? "" : ", "}
          <bdi>{owner}</bdi>
        </>
      ))}
    </span>
  );
}

function WalletFacts({ of: wallet }: { of: Wallet }) {
  const { address, chainId, userId, owners, score, level, reason, suspicious, status, scannedAt } = wallet;
  const { t } = useTranslator();
  return (
    <Facts
      facts={[
        [t(FACTS.address), <Address of={address} />],
        [t(FACTS.chainColumn), chainId],
        [t(FACTS.projectColumn), String(wallet.projectId)],
        [t(FACTS.user), userId && <a href={linkTo("/notifications", { user: userId })}>{userId}</a>],
        [t(WALLET.allUsers), owners.length > 1 ? <Owners of={owners} /> : undefined],
        [
          t(FACTS.score),
          score === undefined
            ? t(FACTS.unknown)
            : t(WALLET.scoreInBand, { score: String(score), band: t(BANDS[bandOf(score)]) }),
        ],
        [t(WALLET.before), wallet.previousScore === undefined ? undefined : String(wallet.previousScore)],
        [t(WALLET.level), level && <bdi>{level}</bdi>],
        [t(WALLET.reason), reason && <bdi>{reason}</bdi>],
        [
          t(WALLET.suspicious),
          t(suspicious === undefined ? FACTS.unknown : suspicious ? FACTS.yes : FACTS.no),
        ],
        [t(WALLET.status), status && <bdi>{status}</bdi>],
        [t(FACTS.scanned), scannedAt === undefined ? t(FACTS.notYet) : <Moment at={scannedAt} />],
        [t(WALLET.lastRun), wallet.lastOutcome && t(OUTCOMES[wallet.lastOutcome])],
        [t(FACTS.why), wallet.lastReason && <bdi>{wallet.lastReason}</bdi>],
        [
          t(WALLET.notifications),
          <a href={linkTo("/notifications", { wallet: address })}>{t(WALLET.ofThisWallet)}</a>,
        ],
      ]}
    />
  );
}

function Scores({ history }: { history: readonly WalletScan[] }) {
  const { t } = useTranslator();
  if (history.length === 0) return <p>{t(WALLET.neverScored)}</p>;
  return (
    <details>
      <summary>{t(WALLET.everyScore)}</summary>
      <Table caption={t(WALLET.scores)}>
        <thead>
          <tr>
            <th scope="col">{t(FACTS.scanned)}</th>
            <th scope="col">{t(FACTS.score)}</th>
            <th scope="col">{t(FACTS.outcome)}</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ scannedAt, score, outcome }) => (
            <tr>
              <td>
                <Moment at={scannedAt} />
              </td>
              <td>{score ?? ""}</td>
              <td>{t(OUTCOMES[outcome])}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
