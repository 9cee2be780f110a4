/** The scan runs of each project, and for officers a button that starts one. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { problemIn } from "../../alerts/messages/run-problem.ts";
import { logger } from "../../aws/observe.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { RUN_STATES, SCAN_LIST } from "../../i18n/catalogue/desk/scans.ts";
import { runCsv } from "../../reports/run-csv.ts";
import { coverageOf, type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import { ScanRunStore } from "../../screening/runs/runs.ts";
import { servedProjects } from "../../settings/env.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { notFound, page } from "../frame/layout.tsx";
import { badRequest, formOf, parametersOf, projectFilter } from "../frame/parameters.ts";
import { useTranslator } from "../frame/translator.ts";
import { CsvLink, csvReply } from "../kit/csv.tsx";
import { Table, When } from "../kit/facts.tsx";

/** A month of nights. */
const MAX_RUNS = 31;

/** A run that is not there by then did not begin. */
const AWAITED_MS = 5 * 60_000;

const parameters = z.object({
  project: projectFilter,
  begun: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))),
});

export function addScans(app: Hono<DeskEnv>, { database, environment, startScan }: DeskOptions): void {
  const served = new Set(servedProjects(environment.PROJECTS));
  const store = new ScanRunStore(database, environment.SCAN_RUNS_TABLE);
  app.get("/scans", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { sees, actsIn } = context.var.access;
    const byProject = await Promise.all(
      sees.map(async (projectId) => {
        const runs: ScanRun[] = [];
        for await (const run of store.ofProject(projectId)) {
          if (runs.push(run) >= MAX_RUNS) break;
        }
        return { projectId, runs };
      }),
    );
    const { t } = context.var.translator;
    return page(context, {
      title: t(FRAME.scans),
      children: (
        <>
          {byProject.map(({ projectId, runs }) => {
            const isServed = served.has(projectId);
            if (!isServed && runs.length === 0) return undefined;
            const again = againAt(projectId, runs, asked);
            return (
              <section id={`project-${projectId}`} class="panel" {...(again && { "data-refresh": again })}>
                <h2>{t(FRAME.project, { project: String(projectId) })}</h2>
                {isServed && actsIn.includes(projectId) ? <Start projectId={projectId} /> : undefined}
                {again && <GoesOn again={again} />}
                <Runs runs={runs} stage={environment.STAGE} />
              </section>
            );
          })}
          <CsvLink path="/scans" />
        </>
      ),
    });
  });

  app.get("/scans.csv", async (context) => {
    async function* runs() {
      for (const projectId of context.var.access.sees) yield* store.ofProject(projectId);
    }
    const { textTranslator } = await import("../../i18n/translator.ts");
    const reader = { stage: environment.STAGE, t: textTranslator("en") };
    return csvReply(context, "scans", runCsv(reader), runs());
  });

  app.post("/scans", async (context) => {
    const { project: wanted } = await formOf(context);
    const projectId = context.var.access.actsIn.find((id) => wanted === String(id));
    if (projectId === undefined || !served.has(projectId)) return notFound(context, SCAN_LIST.mayNotStart);
    // Not waited for: the page that follows shows the run.
    const begun = new Date().toISOString();
    await startScan(projectId);
    logger.info("a scan was started at the desk", { projectId, subject: context.var.person.subject });
    return context.redirect(linkTo("/scans", { project: projectId, begun }), 303);
  });
}

interface Begun {
  project?: number | undefined;
  begun?: string | undefined;
}

/** Refresh of a run that goes on, or was started here and is not stored yet: by script, or by a link. */
function againAt(projectId: number, runs: readonly ScanRun[], { project, begun }: Begun) {
  const [last] = runs;
  const isAwaited =
    project === projectId &&
    begun !== undefined &&
    (last === undefined || last.startedAt < begun) &&
    Date.now() - Date.parse(begun) < AWAITED_MS;
  if (!isAwaited && last?.status !== "running") return undefined;
  return linkTo("/scans", isAwaited ? { project, begun } : {});
}

function GoesOn({ again }: { again: string }) {
  const { t, time } = useTranslator();
  return (
    <p>
      {t(SCAN_LIST.goesOn, { time: time(new Date().toISOString()) ?? "" })}{" "}
      <a href={again}>{t(SCAN_LIST.lookAgain)}</a>
    </p>
  );
}

function Start({ projectId }: { projectId: number }) {
  const { t } = useTranslator();
  return (
    <form method="post" action="/scans">
      <input type="hidden" name="project" value={String(projectId)} />
      <button type="submit">{t(SCAN_LIST.start)}</button>
    </form>
  );
}

function percent(share: number | undefined): string {
  return share === undefined ? "" : `${share} %`;
}

function Runs({ runs, stage }: { runs: readonly ScanRun[]; stage: string }) {
  const { t, count } = useTranslator();
  if (runs.length === 0) return <p>{t(SCAN_LIST.noRun)}</p>;
  return (
    <Table caption={t(SCAN_LIST.caption)}>
      <thead>
        <tr>
          <th scope="col">{t(SCAN_LIST.started)}</th>
          <th scope="col">{t(SCAN_LIST.status)}</th>
          <th scope="col" class="n">
            {t(SCAN_LIST.known)}
          </th>
          <th scope="col" class="n">
            {t(SCAN_LIST.scored)}
          </th>
          <th scope="col" class="n">
            {t(SCAN_LIST.notScanned)}
          </th>
          <th scope="col" class="n">
            {t(SCAN_LIST.coverage)}
          </th>
          <th scope="col">{t(FACTS.why)}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => {
          const { known, completed } = totalsOf(run);
          return (
            <tr>
              <td>
                <When at={run.startedAt} />
              </td>
              <td>{t(RUN_STATES[run.status])}</td>
              <td class="n">{count(run.status === "running" ? run.queued : known)}</td>
              <td class="n">{count(completed)}</td>
              <td class="n">{count(known - completed)}</td>
              <td class="n">{percent(coverageOf(run))}</td>
              <td dir="auto">{problemIn(run, { stage, t })}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
