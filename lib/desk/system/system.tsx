/** The page System: whom it needs, what is not in order, the last scans with why they failed; and behind a link all parts. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, SYSTEM_LINK, scansPlace } from "../../alerts/messages/desk-links.ts";
import { isLoopback } from "../../aws/local-call.ts";
import { logger } from "../../aws/observe.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { SYSTEM } from "../../i18n/catalogue/desk/system.ts";
import type { Finding } from "../../reports/health/checks.ts";
import { runCsv } from "../../reports/run-csv.ts";
import { lookUpChains } from "../../screening/chains.ts";
import { walletCsv } from "../../screening/wallets/wallet-csv.ts";
import { servedProjects } from "../../settings/env.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { pathIds } from "../frame/page-path.ts";
import { badRequest, formOf, parametersOf, projectId } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Badge, Facts } from "../kit/facts.tsx";
import { checksOf, findings } from "./findings.ts";
import {
  awaitedSince,
  type Begun,
  begun,
  EarlierScans,
  inVain,
  LastScans,
  RUNS,
  UNSCORED,
  Unscored,
  unscoredIn,
} from "./scans.tsx";

const PARTS = `${SYSTEM_LINK}/parts`;

/** A week of nights; the CSV has all of them. */
const MOST_RUNS = 7;

/** No index has the wallets without a score: so many are read for so many rows. */
const MOST_READ = 5_000;
const MOST_SHOWN = 10;

const ofProject = z.extend(begun, { project: projectId });

export function addSystem(app: Hono<DeskEnv>, desk: Desk): void {
  const { environment, startScan } = desk;
  const { runs: store, chains, wallets } = desk.stores;
  const { STAGE: stage, DESK_URL: deskUrl } = environment;
  const checks = checksOf(desk);
  const served = new Set(servedProjects(environment.PROJECTS));

  async function runsOf({ var: { access } }: DeskContext, projectId: number, query: Begun) {
    const mayStart = served.has(projectId) && access.actsIn.includes(projectId);
    return {
      projectId,
      stage,
      query,
      mayStart,
      runs: await firstRows(store.ofProject(projectId), MOST_RUNS),
    };
  }

  /** The scans of a project; undefined of one that left before its first. */
  async function scansOf(context: DeskContext, projectId: number, query: Begun) {
    const runs = await runsOf(context, projectId, query);
    if (!served.has(projectId) && runs.runs.length === 0) return undefined;
    const last = runs.runs.find(({ status }) => status !== "running");
    if (last === undefined || inVain(last) === 0) return <LastScans {...runs} />;
    const rows = await firstRows(unscoredIn(wallets.ofProject(projectId)), MOST_SHOWN);
    const ids = rows.map(({ chainId }) => chainId);
    return (
      <div class="two">
        <LastScans {...runs} />
        <Unscored last={last} rows={rows} chainOf={await lookUpChains(chains, ids)} />
      </div>
    );
  }

  /** The results of the checks of the reader's projects, the most urgent first. */
  async function partsNow(
    { var: { access, translator } }: DeskContext,
    now: number,
    query: Begun = {},
  ): Promise<Finding[]> {
    const parts = await findings(checks, {
      stage,
      isLocal: isLoopback(new URL(deskUrl).hostname),
      projectIds: access.sees,
      servedIds: access.sees.filter((id) => served.has(id)),
      translator,
      now,
      awaitedSince: (projectId) => awaitedSince(projectId, query, now),
    });
    return parts.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  }

  app.get(SYSTEM_LINK, async (context) => {
    const query = parametersOf(context, begun);
    if (query === undefined) return badRequest(context);
    const { access } = context.var;
    const now = Date.now();
    const [parts, scans] = await Promise.all([
      partsNow(context, now, query),
      Promise.all(access.sees.map((projectId) => scansOf(context, projectId, query))),
    ]);
    const troubles = parts.filter(isTrouble);
    const forEngineer = troubles.filter(needsEngineer);
    const isOfficer = access.actsIn.length > 0;
    return page(context, {
      title: say(FRAME.system),
      beside: <AsOf now={now} path={SYSTEM_LINK} />,
      children: (
        <>
          <WhomItNeeds
            officerThings={troubles.filter(needsOfficer).length}
            engineerThings={forEngineer.length}
            isOfficer={isOfficer}
          />
          <ForEngineer parts={forEngineer} stage={stage} />
          {troubles.length === 0 ? undefined : (
            <Parts parts={troubles} caption={say(SYSTEM.troubles)} isOfficer={isOfficer} />
          )}
          {scans}
          <p class="panel">
            <a href={PARTS}>{say(SYSTEM.showAllParts)}</a>
          </p>
          <Commands parts={forEngineer} />
        </>
      ),
    });
  });

  app.get(PARTS, async (context) => {
    const now = Date.now();
    const { sees, actsIn } = context.var.access;
    const [parts, scans] = await Promise.all([
      partsNow(context, now),
      Promise.all(sees.map((projectId) => runsOf(context, projectId, {}))),
    ]);
    return page(context, {
      title: say(SYSTEM.allParts),
      back: { href: SYSTEM_LINK, text: say(FRAME.system) },
      beside: <AsOf now={now} path={PARTS} />,
      children: (
        <>
          <Parts parts={parts} caption={say(SYSTEM.parts)} isOfficer={actsIn.length > 0} />
          {scans
            .filter(({ projectId, runs }) => served.has(projectId) || runs.length > 0)
            .map(({ projectId, runs }) => (
              <EarlierScans projectId={projectId} runs={runs} />
            ))}
        </>
      ),
    });
  });

  app.get("/s/*", (context) => {
    const project = projectId.safeParse(pathIds(context)[0]).data;
    return project === undefined ? badRequest(context) : context.redirect(scansPlace(project), 303);
  });

  // The one part of the page that is asked for again and again while a scan runs.
  app.get(RUNS, async (context) => {
    const query = parametersOf(context, ofProject);
    if (query === undefined || !context.var.access.sees.includes(query.project)) return badRequest(context);
    return context.html(<LastScans {...(await runsOf(context, query.project, query))} />);
  });

  app.get(`${RUNS}.csv`, async (context) => {
    async function* runs() {
      for (const projectId of context.var.access.sees) yield* store.ofProject(projectId);
    }
    const { textTranslator } = await import("../../i18n/translator.ts");
    return csvReply(context, "scans", runCsv({ stage, t: textTranslator("en") }), runs());
  });

  app.get(`${UNSCORED}.csv`, async (context) => {
    const query = parametersOf(context, ofProject);
    if (query === undefined || !context.var.access.sees.includes(query.project)) return badRequest(context);
    return csvReply(
      context,
      "wallets-without-score",
      walletCsv,
      unscoredIn(wallets.ofProject(query.project)),
    );
  });

  app.post(SYSTEM_LINK, async (context) => {
    const { project: wanted } = await formOf(context);
    const project = context.var.access.actsIn.find((id) => wanted === String(id));
    if (project === undefined || !served.has(project)) return notFound(context, SYSTEM.mayNotStart);
    // Not waited for: the page that follows shows the run.
    const at = new Date().toISOString();
    await startScan(project);
    const { subject } = context.var.person;
    logger.info("a scan was started at the desk", { projectId: project, subject });
    return context.redirect(linkTo(SYSTEM_LINK, { project, begun: at }), 303);
  });
}

/** The first of some rows; one that is undefined is read, and left out. */
async function firstRows<Row>(rows: AsyncIterable<Row | undefined>, most: number): Promise<Row[]> {
  const matters: Row[] = [];
  let read = 0;
  for await (const row of rows) {
    if (row !== undefined) matters.push(row);
    if (matters.length === most || ++read === MOST_READ) break;
  }
  return matters;
}

/** Order of the rows. */
const ORDER = { failure: 0, warning: 1, ok: 2, none: 3 };

const BADGES = { failure: "late", warning: "soon", ok: "good", none: "shut" } as const;

function isTrouble({ state }: Finding): boolean {
  return state === "failure" || state === "warning";
}

function needsOfficer({ byOfficer }: Finding): boolean {
  return byOfficer !== undefined;
}

function needsEngineer({ byOfficer, alsoNeeds }: Finding): boolean {
  return byOfficer === undefined || alsoNeeds === "engineer";
}

/** When the page was made, and a link that makes it again. */
function AsOf({ now, path }: { now: number; path: string }) {
  const { short } = useTranslator();
  return (
    <>
      <small>{say(SYSTEM.asOf, { time: short(new Date(now).toISOString()) ?? "" })}</small>
      <a class="btn end" href={path}>
        {say(SYSTEM.refresh)}
      </a>
    </>
  );
}

interface WhomItNeedsProps {
  officerThings: number;
  engineerThings: number;
  /** True where the reader may do an officer's part. */
  isOfficer: boolean;
}

/** The first line: how many things wait for the reader, and how many for an engineer. */
function WhomItNeeds({ officerThings, engineerThings, isOfficer }: WhomItNeedsProps) {
  return (
    <p class="panel">
      <b>{say(isOfficer ? SYSTEM.forYou : SYSTEM.forOfficer, { count: officerThings })}</b>{" "}
      <b>{say(SYSTEM.forEngineer, { count: engineerThings })}</b>
    </p>
  );
}

/** One sentence, which an officer sends to an engineer as it is. */
function ForEngineer({ parts, stage }: { parts: readonly Finding[]; stage: string }) {
  if (parts.length === 0) return undefined;
  const what = parts.map(({ about, text }) => `${about}: ${text}`).join("; ");
  const sentence = say(SYSTEM.sentence, { stage, what });
  return (
    <section class="panel errors">
      <header>
        <h2>{say(SYSTEM.callEngineer)}</h2>
        <button type="button" class="main end" hidden data-copy={sentence} data-copied={say(FACTS.copied)}>
          <Icon name="copy" /> {say(SYSTEM.copy)}
        </button>
      </header>
      <p class="law">{sentence}</p>
    </section>
  );
}

interface PartsProps extends Pick<WhomItNeedsProps, "isOfficer"> {
  parts: readonly Finding[];
  caption: string;
}

function Parts({ parts, caption, isOfficer }: PartsProps) {
  return (
    <section class="panel">
      <DataTable
        caption={caption}
        rows={parts}
        columns={[
          { name: say(SYSTEM.part), cell: ({ about }) => about },
          {
            name: say(SYSTEM.state),
            cell: ({ state }) => <Badge as={BADGES[state]} text={say(SYSTEM[state])} />,
          },
          { name: say(SYSTEM.last), cellClass: "prose across", cell: ({ text }) => text },
          {
            name: say(isOfficer ? SYSTEM.toDo : SYSTEM.officerToDo),
            cellClass: "prose across",
            cell: (part) => <ToDo of={part} />,
          },
        ]}
      />
    </section>
  );
}

function ToDo({ of: part }: { of: Finding }) {
  const { byOfficer, pages = [] } = part;
  if (!isTrouble(part)) return <span class="muted">{say(SYSTEM.nothing)}</span>;
  return (
    <>
      {byOfficer ?? <b>{say(SYSTEM.withSentence)}</b>}
      {pages.map(({ href, title }) => (
        <div>
          <a href={href}>{title}</a>
        </div>
      ))}
    </>
  );
}

/** The commands of what the sentence above names, for those alone who open them. */
function Commands({ parts }: { parts: readonly Finding[] }) {
  const facts = parts.map(({ about, toDo }) => [about, toDo] as const);
  if (facts.every(([, toDo = ""]) => toDo === "")) return undefined;
  return (
    <section class="panel">
      <details class="fold alone">
        <summary>
          <Icon name="activity" /> {say(SYSTEM.forEngineers)}
        </summary>
        <Facts facts={facts} />
      </details>
    </section>
  );
}
