/** The scans of a project with the button that starts one, and the wallets that the last one gave no score. */

import * as z from "zod/mini";
import { linkTo, SYSTEM_LINK, walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS, OUTCOMES } from "../../i18n/catalogue/desk/facts.ts";
import { RUN_STATES, SYSTEM } from "../../i18n/catalogue/desk/system.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { causeOf, type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { projectFilter } from "../frame/parameters.ts";
import { useTranslator } from "../frame/translator.ts";
import { CsvButton } from "../kit/csv.tsx";
import { Badge, ShortId, When } from "../kit/facts.tsx";
import { FlowTable } from "../kit/flow-table.tsx";
import { chainName } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";

export const RUNS = `${SYSTEM_LINK}/runs`;
export const UNSCORED = `${SYSTEM_LINK}/unscored`;

/** A run that is not there by then did not begin. */
const AWAITED_MS = 5 * 60_000;

/** A scan that was started here may not be stored yet. */
export const begun = z.object({
  project: projectFilter,
  begun: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))),
});
export type Begun = z.infer<typeof begun>;

interface RunsProps {
  projectId: number;
  /** The newest first. */
  runs: readonly ScanRun[];
  asked: Begun;
  mayStart: boolean;
}

export function Runs({ projectId: project, runs, asked, mayStart }: RunsProps) {
  const { t } = useTranslator();
  const again = againAt(project, runs, asked);
  return (
    <Panel
      id={`project-${project}`}
      title={t(SYSTEM.scansOf, { project })}
      refresh={again && linkTo(RUNS, again)}
      beside={
        <>
          {mayStart ? (
            <form method="post" action={SYSTEM_LINK}>
              <input type="hidden" name="project" value={String(project)} />
              <button type="submit">{t(SYSTEM.start)}</button>
            </form>
          ) : undefined}
          <CsvButton path={RUNS} />
        </>
      }
    >
      {again && (
        <p>
          {t(SYSTEM.goesOn)} <a href={linkTo(SYSTEM_LINK, again)}>{t(SYSTEM.lookAgain)}</a>
        </p>
      )}
      {runs.length === 0 ? (
        <p>{t(SYSTEM.noRun)}</p>
      ) : (
        <FlowTable
          caption={t(SYSTEM.runs)}
          columns={[
            ...[SYSTEM.started, SYSTEM.state].map((name) => ({ name: t(name) })),
            ...[SYSTEM.scored, SYSTEM.alerts].map((name) => ({ name: t(name), class: "n" })),
          ]}
        >
          {runs.map((run) => (
            <Run of={run} />
          ))}
        </FlowTable>
      )}
    </Panel>
  );
}

/** Where a run that goes on, or was started here and is not stored yet, is asked for again: by script, or by a link. */
function againAt(projectId: number, runs: readonly ScanRun[], { project, begun }: Begun) {
  const [last] = runs;
  const isAwaited =
    project === projectId &&
    begun !== undefined &&
    (last === undefined || last.startedAt < begun) &&
    Date.now() - Date.parse(begun) < AWAITED_MS;
  if (!isAwaited && last?.status !== "running") return undefined;
  return { project: projectId, begun: isAwaited ? begun : undefined };
}

function Run({ of: run }: { of: ScanRun }) {
  const { t, count } = useTranslator();
  const { known, completed, exceeded } = totalsOf(run);
  const isRunning = run.status === "running";
  const kind = isRunning ? "shut" : causeOf(run) === undefined ? "good" : "soon";
  return (
    <tr>
      <th scope="row">
        <When at={run.startedAt} />
      </th>
      <td>
        <Badge as={kind} text={t(RUN_STATES[run.status])} />
      </td>
      <td class="n to-start">
        {isRunning
          ? t(SYSTEM.queued, { count: count(run.queued) })
          : t(SYSTEM.ofKnown, { scored: count(completed), known: count(known) })}
      </td>
      <td class="n">
        <span class="unit">{t(SYSTEM.alerts)}:</span> {isRunning ? t(FACTS.notYet) : count(exceeded)}
      </td>
    </tr>
  );
}

const IN_VAIN = ["failed", "skipped", "missing"] as const;

/** Number of wallets that a run asked for in vain; that it did not reach others, its own row shows. */
export function inVain(run: ScanRun): number {
  return IN_VAIN.reduce((sum, outcome) => sum + totalsOf(run)[outcome], 0);
}

/** Those of some wallets that were asked for in vain; undefined for any other. */
export async function* unscoredIn(known: AsyncIterable<Wallet>): AsyncGenerator<Wallet | undefined> {
  for await (const one of known)
    yield one.outcome === undefined || one.outcome === "completed" ? undefined : one;
}

interface UnscoredProps {
  /** The last run that ended. */
  last: ScanRun;
  /** The first of its wallets. */
  rows: readonly Wallet[];
  chainOf: ChainLookup;
}

export function Unscored({ last, rows, chainOf }: UnscoredProps) {
  const { t, count } = useTranslator();
  const totals = totalsOf(last);
  const { projectId: project } = last;
  return (
    <Panel
      title={t(SYSTEM.unscored, { project })}
      count={count(inVain(last))}
      beside={<CsvButton path={UNSCORED} query={{ project }} />}
    >
      <p>
        {IN_VAIN.filter((outcome) => totals[outcome] > 0)
          .map((outcome) => `${t(OUTCOMES[outcome])}: ${count(totals[outcome])}`)
          .join("; ")}
      </p>
      <ul class="plain">
        {rows.map((one) => (
          <li>
            <ShortId of={one.address} href={walletLink(one)}>
              <small>{chainName(one.chainId, chainOf, t)}</small>
            </ShortId>{" "}
            <span dir="auto">{one.why}</span>
          </li>
        ))}
      </ul>
      <p class="fine">{t(SYSTEM.notSafe)}</p>
    </Panel>
  );
}
