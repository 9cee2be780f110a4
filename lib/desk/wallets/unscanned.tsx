/** The wallets of a project that the last scan tried and gave no score, each with the reason. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS, OUTCOMES } from "../../i18n/catalogue/desk/facts.ts";
import { UNSCANNED } from "../../i18n/catalogue/desk/scans.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { ChainStore, lookUpChains } from "../../screening/chains.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { page } from "../frame/layout.tsx";
import { badRequest, parametersOf, projectId } from "../frame/parameters.ts";
import { useTranslator } from "../frame/translator.ts";
import { ShortId, When } from "../kit/facts.tsx";
import { FlowTable } from "../kit/flow-table.tsx";
import { chainName } from "../kit/links.ts";

/** No index has them: so many wallets are read for so many rows, within so many milliseconds. */
const MOST_READ = 20_000;
const MOST_SHOWN = 100;
const MOST_MS = 8_000;

interface Unscanned {
  wallets: Wallet[];
  /** Number of wallets that were read, where there are more. */
  readSoFar: number | undefined;
}

export function addUnscanned(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  store: WalletStore,
): void {
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  app.get("/unscanned", async (context) => {
    const asked = parametersOf(context, z.object({ project: projectId }));
    if (asked === undefined || !context.var.access.sees.includes(asked.project)) return badRequest(context);
    const { wallets, readSoFar } = await unscannedOf(store.ofProject(asked.project));
    const chainOf = await lookUpChains(
      chains,
      wallets.map(({ chainId }) => chainId),
    );
    const { t } = context.var.translator;
    const command = vigia(environment.STAGE, "wallets", "list", "--project", String(asked.project));
    return page(context, {
      title: t(UNSCANNED.title, { project: asked.project }),
      children: (
        <>
          <p class="muted">{t(UNSCANNED.explained)}</p>
          {readSoFar === undefined ? undefined : (
            <p>{t(UNSCANNED.readSoFar, { count: readSoFar, command })}</p>
          )}
          {wallets.length === 0 ? (
            <p class="panel blank">{t(UNSCANNED.none)}</p>
          ) : (
            <section class="panel">
              <FlowTable
                caption={t(UNSCANNED.title, { project: asked.project })}
                columns={[
                  { name: t(FACTS.wallet) },
                  { name: t(FACTS.outcome), class: "to-end" },
                  { name: t(FACTS.why), class: "to-start" },
                  { name: t(UNSCANNED.lastScore), class: "n to-end" },
                ]}
              >
                {wallets.map((one) => (
                  <Row of={one} chain={chainName(one.chainId, chainOf, t)} />
                ))}
              </FlowTable>
            </section>
          )}
        </>
      ),
    });
  });
}

function Row({ of: wallet, chain }: { of: Wallet; chain: string }) {
  const { t } = useTranslator();
  const { outcome, why, scannedAt } = wallet;
  return (
    <tr>
      <th scope="row">
        <ShortId of={wallet.address} href={walletLink(wallet)} isOpen>
          <small>{chain}</small>
        </ShortId>
      </th>
      <td class="to-end">{outcome === undefined ? undefined : t(OUTCOMES[outcome])}</td>
      <td class="to-start c-what" dir="auto" {...(why === undefined ? {} : { title: why })}>
        {why}
      </td>
      <td class="n muted to-end">{scannedAt === undefined ? t(FACTS.notYet) : <When at={scannedAt} />}</td>
    </tr>
  );
}

async function unscannedOf(known: AsyncIterable<Wallet>): Promise<Unscanned> {
  const wallets: Wallet[] = [];
  const until = Date.now() + MOST_MS;
  let read = 0;
  for await (const one of known) {
    if (read >= MOST_READ || wallets.length >= MOST_SHOWN || Date.now() > until)
      return { wallets, readSoFar: read };
    read++;
    if (one.outcome !== undefined && one.outcome !== "completed") wallets.push(one);
  }
  return { wallets, readSoFar: undefined };
}
