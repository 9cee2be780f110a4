/** Wallets by score, and by address: from the first band line up, the highest first. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { BANDS, FACTS } from "../../language/catalogue/desk/facts.ts";
import { FRAME } from "../../language/catalogue/desk/frame.ts";
import { WALLET_LIST } from "../../language/catalogue/desk/wallets.ts";
import { bandOf, rise } from "../../risk/score.ts";
import { linkTo, walletLink } from "../../stack/desk-links.ts";
import type { Wallet } from "../../store/wallets/wallet.ts";
import { rankIn, rankName, type WalletRank } from "../../store/wallets/wallet-keys.ts";
import type { WalletStore } from "../../store/wallets/wallets.ts";
import type { DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { misaddressed, parametersOf, projectFilter, textFilter } from "../parameters.ts";
import { Moment } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";
import { useSpeaker } from "../speaker.ts";

const PAGE_ROWS = 50;

const rankText = lazySchema(() =>
  z.pipe(
    z.string().check(z.refine((text) => rankIn(text) !== undefined)),
    z.transform((text) => rankIn(text)),
  ),
);

/** What is looked for, and below which place among the scores of its project the page begins. */
const parameters = lazySchema(() =>
  z.object({ address: textFilter, project: projectFilter, below: z.optional(rankText) }),
);

interface ProjectWallets {
  projectId: number;
  wallets: Wallet[];
  next?: WalletRank;
}

export function addWallets(app: Hono<DeskEnv>, store: WalletStore): void {
  app.get("/wallets", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return misaddressed(context);
    const { address = "", project, below } = asked;
    const only = below?.projectId ?? project;
    const projectIds = context.var.access.sees.filter((id) => only === undefined || id === only);
    const found = await Promise.all(projectIds.map((id) => walletsOf(store, id, address, below)));
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
                <a href={linkTo("/wallets", { below: rankName(one.next) })}>{say(WALLET_LIST.lower)}</a>
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
