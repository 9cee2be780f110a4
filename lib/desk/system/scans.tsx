/** The scans of a project, the button that starts one, and the wallets that the last one gave no score. */

import * as z from "zod/mini";
import { linkTo, SYSTEM_LINK, walletLink } from "../../alerts/messages/desk-links.ts";
import { problemOf } from "../../alerts/messages/run-problem.ts";
import { FACTS, OUTCOMES } from "../../i18n/catalogue/desk/facts.ts";
import { RUN_STATES, SYSTEM } from "../../i18n/catalogue/desk/system.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { causeOf, type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import { COMES_AGAIN_MINUTES } from "../../screening/runs/scan-queue.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { projectFilter } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CsvButton } from "../kit/csv.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Badge, ShortId, When } from "../kit/facts.tsx";
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

export interface RunsProps {
  projectId: number;
  stage: string;
  /** The newest first. */
  runs: readonly ScanRun[];
  query: Begun;
  mayStart: boolean;
}

/** The scan that goes on and the last one that ended, with why it failed. */
export function LastScans({ projectId: project, stage, runs, query, mayStart }: RunsProps) {
  const { t } = useTranslator();
  const again = againAt(project, runs, query);
  const lastEnded = runs.findIndex((run) => !isRunning(run));
  const shown = lastEnded === -1 ? runs : runs.slice(0, lastEnded + 1);
  const problem = runs[lastEnded] && problemOf(runs[lastEnded], { stage, t }).cause;
  return (
    <Panel
      id={`project-${project}`}
      title={say(SYSTEM.scansOf, { project })}
      refresh={again && linkTo(RUNS, again)}
      beside={
        mayStart && again === undefined ? (
          <form method="post" action={SYSTEM_LINK}>
            <input type="hidden" name="project" value={String(project)} />
            <button type="submit">{say(SYSTEM.start)}</button>
          </form>
        ) : undefined
      }
    >
      {again && (
        <p>
          {say(SYSTEM.goesOn)} <a href={linkTo(SYSTEM_LINK, again)}>{say(SYSTEM.refresh)}</a>
        </p>
      )}
      {runs.some((run) => isRunning(run) && run.trouble !== undefined) ? (
        <p>{say(SYSTEM.comesAgain, { minutes: String(COMES_AGAIN_MINUTES) })}</p>
      ) : undefined}
      {problem ? <p>{problem}</p> : undefined}
      {runs.length > 0 ? <RunTable runs={shown} /> : again ? undefined : <p>{say(SYSTEM.noRun)}</p>}
    </Panel>
  );
}

/** The scans of a project that are shown behind the link to all parts. */
export function EarlierScans({ projectId: project, runs }: Pick<RunsProps, "projectId" | "runs">) {
  return (
    <Panel title={say(SYSTEM.scansOf, { project })} beside={<CsvButton path={RUNS} />}>
      {runs.length === 0 ? <p>{say(SYSTEM.noRun)}</p> : <RunTable runs={runs} />}
    </Panel>
  );
}

function RunTable({ runs }: Pick<RunsProps, "runs">) {
  return (
    <DataTable
      caption={say(SYSTEM.runs)}
      rows={runs}
      columns={[
        { name: say(SYSTEM.started), cell: ({ startedAt }) => <When at={startedAt} /> },
        { name: say(SYSTEM.state), cell: (run) => <RunState of={run} /> },
        { name: say(SYSTEM.scored), class: "n", cell: (run) => <Scored of={run} /> },
      ]}
    />
  );
}

/** When a scan of a project was started here that may not be stored yet. ISO 8601 */
export function awaitedSince(projectId: number, { project, begun }: Begun, now: number): string | undefined {
  const isAwaited = project === projectId && begun !== undefined && now - Date.parse(begun) < AWAITED_MS;
  return isAwaited ? begun : undefined;
}

/** The address at which a script, or a link, asks again for a run that goes on, or that was started here and is not stored yet. */
function againAt(projectId: number, runs: readonly ScanRun[], query: Begun) {
  const [last] = runs;
  const awaited = awaitedSince(projectId, query, Date.now());
  const begun =
    awaited !== undefined && (last === undefined || last.startedAt < awaited) ? awaited : undefined;
  if (begun === undefined && last?.status !== "running") return undefined;
  return { project: projectId, begun };
}

function RunState({ of: run }: { of: ScanRun }) {
  const kind = isRunning(run) ? "shut" : causeOf(run) === undefined ? "good" : "soon";
  return <Badge as={kind} text={say(RUN_STATES[run.status])} />;
}

function Scored({ of: run }: { of: ScanRun }) {
  const { count } = useTranslator();
  const { known, completed } = totalsOf(run);
  // The number of queued wallets stays the same until the run ends: it is no progress.
  if (isRunning(run)) return <>{say(FACTS.notYet)}</>;
  return <>{say(SYSTEM.ofKnown, { scored: count(completed), known: count(known) })}</>;
}

function isRunning({ status }: ScanRun): boolean {
  return status === "running";
}

const IN_VAIN = ["failed", "skipped", "missing"] as const;

/** Number of wallets that a run asked for in vain; that it did not reach others, its own row shows. */
export function inVain(run: ScanRun): number {
  return IN_VAIN.reduce((sum, outcome) => sum + totalsOf(run)[outcome], 0);
}

/** The wallets that were asked for in vain; undefined for any other. */
export async function* unscoredIn(wallets: AsyncIterable<Wallet>): AsyncGenerator<Wallet | undefined> {
  for await (const wallet of wallets)
    yield wallet.outcome === undefined || wallet.outcome === "completed" ? undefined : wallet;
}

interface UnscoredProps {
  /** The last run that ended. */
  last: ScanRun;
  /** The first of its wallets. */
  rows: readonly Wallet[];
  chainOf: ChainLookup;
}

export function Unscored({ last, rows, chainOf }: UnscoredProps) {
  const { count } = useTranslator();
  const totals = totalsOf(last);
  const { projectId: project } = last;
  return (
    <Panel
      title={say(SYSTEM.unscored, { project })}
      count={count(inVain(last))}
      beside={<CsvButton path={UNSCORED} query={{ project }} />}
    >
      <p>
        {IN_VAIN.filter((outcome) => totals[outcome] > 0)
          .map((outcome) => `${say(OUTCOMES[outcome])}: ${count(totals[outcome])}`)
          .join("; ")}
      </p>
      <ul class="plain">
        {rows.map((wallet) => (
          <li>
            <ShortId of={wallet.address} href={walletLink(wallet)}>
              <small>{chainName(wallet.chainId, chainOf)}</small>
            </ShortId>{" "}
            <span lang="en" dir="auto">
              {wallet.why}
            </span>
          </li>
        ))}
      </ul>
      <p class="fine">
        {rows.length < inVain(last) ? say(SYSTEM.firstOnes) : undefined} {say(SYSTEM.notSafe)}
      </p>
    </Panel>
  );
}
