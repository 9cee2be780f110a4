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
import { misaddressed, parametersOf, projectId } from "../parameters.ts";
import { useSpeaker } from "../speaker.ts";

/** Which wallet it is. */
const parameters = z.object({ project: projectId, address: z.string(), chain: z._default(z.string(), "") });

export function addWallet(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  wallets: WalletStore,
): void {
  const scans = new WalletScanStore(database, environment.WALLET_SCANS_TABLE);
  app.get("/wallet", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return misaddressed(context);
    const { project, address, chain } = asked;
    const isSeen = context.var.access.sees.includes(project);
    const wallet = isSeen ? await wallets.get({ projectId: project, address, chainId: chain }) : undefined;
    if (wallet === undefined) return notFound(context, WALLET.notFound);
    const history = await lastScans(scans, wallet);
    return page(context, {
      title: context.var.speaker.say(FACTS.wallet),
      children: (
        <>
          <WalletFacts of={wallet} />
          <ScoreChart scores={scoresIn(history)} line={environment.ALERT_FROM} />
          <Scores history={history} />
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
  const { say } = useSpeaker();
  return (
    <Facts
      facts={[
        [say(FACTS.address), <Address of={address} />],
        [say(FACTS.chainColumn), chainId],
        [say(FACTS.projectColumn), String(wallet.projectId)],
        [say(FACTS.user), userId && <a href={linkTo("/notifications", { user: userId })}>{userId}</a>],
        [say(WALLET.allUsers), owners.length > 1 ? <Owners of={owners} /> : undefined],
        [
          say(FACTS.score),
          score === undefined
            ? say(FACTS.unknown)
            : say(WALLET.scoreInBand, { score: String(score), band: say(BANDS[bandOf(score)]) }),
        ],
        [say(WALLET.before), wallet.previousScore === undefined ? undefined : String(wallet.previousScore)],
        [say(WALLET.level), level && <bdi>{level}</bdi>],
        [say(WALLET.reason), reason && <bdi>{reason}</bdi>],
        [
          say(WALLET.suspicious),
          say(suspicious === undefined ? FACTS.unknown : suspicious ? FACTS.yes : FACTS.no),
        ],
        [say(WALLET.status), status && <bdi>{status}</bdi>],
        [say(FACTS.scanned), scannedAt === undefined ? say(FACTS.notYet) : <Moment at={scannedAt} />],
        [say(WALLET.lastRun), wallet.lastOutcome && say(OUTCOMES[wallet.lastOutcome])],
        [say(FACTS.why), wallet.lastReason && <bdi>{wallet.lastReason}</bdi>],
        [
          say(WALLET.notifications),
          <a href={linkTo("/notifications", { wallet: address })}>{say(WALLET.ofThisWallet)}</a>,
        ],
      ]}
    />
  );
}

function Scores({ history }: { history: readonly WalletScan[] }) {
  const { say } = useSpeaker();
  if (history.length === 0) return <p>{say(WALLET.neverScored)}</p>;
  return (
    <details>
      <summary>{say(WALLET.everyScore)}</summary>
      <Table caption={say(WALLET.scores)}>
        <thead>
          <tr>
            <th scope="col">{say(FACTS.scanned)}</th>
            <th scope="col">{say(FACTS.score)}</th>
            <th scope="col">{say(FACTS.outcome)}</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ scannedAt, score, outcome }) => (
            <tr>
              <td>
                <Moment at={scannedAt} />
              </td>
              <td>{score ?? ""}</td>
              <td>{say(OUTCOMES[outcome])}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
