/** The scan runs of each project, and for officers a button that starts one. */

import { InvokeCommand } from "@aws-sdk/client-lambda";
import type { Hono } from "hono";
import { logger } from "../../runtime/observe.ts";
import type { ScanRun } from "../../store/scan-runs/scan-run.ts";
import { runsBefore } from "../../store/scan-runs/scan-runs-of-project.ts";
import { problemOf, totals } from "../../store/scan-runs/totals.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { notFound, page } from "../layout.tsx";
import { Moment } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";

/** A month of nights. */
const MAX_RUNS = 31;

/** Sorts behind every run. */
const THE_END = "9";

export function addScans(app: Hono<DeskEnv>, { database, environment, lambda }: DeskOptions): void {
  app.get("/scans", async (context) => {
    const { sees, actsIn } = context.var.access;
    const byProject = await Promise.all(
      sees.map(async (projectId) => {
        const runs: ScanRun[] = [];
        for await (const run of runsBefore(THE_END, projectId, database, environment.SCAN_RUNS_TABLE)) {
          if (runs.push(run) >= MAX_RUNS) break;
        }
        return { projectId, runs };
      }),
    );
    return page(context, {
      title: "Scans",
      children: byProject.map(({ projectId, runs }) => (
        <section>
          <h2>Project {projectId}</h2>
          {actsIn.includes(projectId) ? <Start projectId={projectId} /> : undefined}
          <Runs runs={runs} />
        </section>
      )),
    });
  });

  app.post("/scans", async (context) => {
    const wanted = new URLSearchParams(await context.req.text()).getAll("project");
    const projectId = context.var.access.actsIn.find((id) => wanted.length === 1 && wanted[0] === String(id));
    if (projectId === undefined) return notFound(context, "You may not start this scan.");
    await lambda().send(
      new InvokeCommand({
        FunctionName: environment.START_SCAN_FUNCTION,
        // Not waited for: the page that follows shows the run.
        InvocationType: "Event",
        Payload: JSON.stringify({ projectIds: [projectId], trigger: "manual" }),
      }),
    );
    logger.info("a scan was started at the desk", { projectId, subject: context.var.person.subject });
    return context.redirect("/scans", 303);
  });
}

function Start({ projectId }: { projectId: number }) {
  return (
    <form method="post" action="/scans">
      <input type="hidden" name="project" value={String(projectId)} />
      <button type="submit">Start a scan</button>
    </form>
  );
}

function Runs({ runs }: { runs: readonly ScanRun[] }) {
  if (runs.length === 0) return <p>No run yet.</p>;
  return (
    <Table caption="Runs, the newest first">
      <thead>
        <tr>
          <th scope="col">Started</th>
          <th scope="col">Status</th>
          <th scope="col">Known</th>
          <th scope="col">Scored</th>
          <th scope="col">Recent</th>
          <th scope="col">Not scanned</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => {
          const { known, completed, recent, skipped, failed, missing } = totals(run);
          return (
            <tr>
              <td>
                <Moment at={run.startedAt} />
              </td>
              <td>{run.status}</td>
              <td>{known}</td>
              <td>{completed}</td>
              <td>{recent}</td>
              <td>{skipped + failed + missing}</td>
              <td dir="auto">{run.status === "running" ? "" : (problemOf(run) ?? "")}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
