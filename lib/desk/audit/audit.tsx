/** A period for auditors: its population, a sample that anyone can draw again, and the check of its chains. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink, linkTo } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { RawCase } from "../../cases/case.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseFilter, CaseQueries } from "../../cases/case-queries.ts";
import { packWithin } from "../../cases/evidence/evidence-pack.ts";
import type { CheckedChain, SampledCase } from "../../cases/integrity/checked-chains.ts";
import { MOST_SAMPLED, newSeed, SEED } from "../../cases/integrity/sample.ts";
import { AUDIT } from "../../i18n/catalogue/desk/audit.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { deskEvidence } from "../cases/evidence.tsx";
import { ProjectChoice } from "../frame/choice.tsx";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, choice, parametersOf, projectFilter, textFilter, upTo } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { About, UserCell } from "../kit/case-cells.tsx";
import { CsvButton, csvReply } from "../kit/csv.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Badge, When } from "../kit/facts.tsx";
import { numberOf } from "../kit/links.ts";
import { Panel, Strip } from "../kit/panel.tsx";
import { rowSources } from "../kit/row-facts.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { WorkbookButton } from "../kit/workbook.tsx";
import {
  type AuditOrder,
  type AuditWish,
  type CheckedPeriod,
  checkedPeriod,
  DEFAULT_SIZE,
  type DrawnSample,
  drawn,
  drawnKeys,
  lastQuarter,
  MOST_CHECKED,
  MOST_COUNTED,
  sampleCsv,
  wishIn,
} from "./drawn-sample.ts";
import { chainWords, sampleWorkbook, stateOf } from "./sample-workbook.ts";

const parameters = z.object({
  since: textFilter,
  until: textFilter,
  project: projectFilter,
  size: textFilter.check(
    z.refine((text) => text === undefined || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_SAMPLED)),
  ),
  seed: textFilter.check(z.refine((text) => text === undefined || SEED.test(text))),
  check: choice(["all"]),
});

/** The form, of which the seed stands apart: a new one is there for those who need none. */
const FORM = "draw";

/** Cases of a sample whose evidence is one file, and most bytes of it: Lambda answers with 6 MB, in base64. */
const MOST_OF_PART = 25;
const MOST_PART_BYTES = 4_000_000;

/** Broken chains that are named. */
const MOST_NAMED = 100;

/** The first of a sample's cases, by its order, and how many. */
const partParameters = z.extend(parameters, { first: upTo(MOST_SAMPLED), count: upTo(MOST_OF_PART) });
type Part = Pick<z.infer<typeof partParameters>, "first" | "count">;

type Ordered = Extract<AuditWish, { kind: "order" }>;

/** Contents of a requested period. */
interface Audited {
  order: AuditOrder;
  filter: CaseFilter;
  sample: DrawnSample;
  check: CheckedPeriod | undefined;
}

export function addAudit(app: Hono<DeskEnv>, desk: Desk): void {
  const { environment } = desk;
  const { cases: queries } = desk.stores;
  const sources = deskEvidence(desk);
  app.get("/audit", async (context) => {
    const query = parametersOf(context, parameters);
    if (query === undefined) return badRequest(context);
    const auditQuery = wishIn(query, context.var);
    const audited =
      auditQuery.kind === "order" ? await audit(context, queries, auditQuery, query.check) : undefined;
    if (auditQuery.kind === "refused") context.status(400);
    return page(context, {
      title: say(AUDIT.title),
      children: (
        <>
          <section class="panel">
            <Form
              query={{ ...lastQuarter(momentOf(context).today), ...defined(query) }}
              projectIds={context.var.access.sees}
            />
            {auditQuery.kind === "refused" ? <p role="alert">{auditQuery.why}</p> : undefined}
            {auditQuery.kind === "none" ? <p class="muted">{say(AUDIT.ask)}</p> : undefined}
            <details class="fold">
              <summary>{say(AUDIT.method)}</summary>
              <p>
                <label>
                  {say(AUDIT.seed)}{" "}
                  <input
                    form={FORM}
                    name="seed"
                    value={query.seed ?? newSeed()}
                    pattern="[A-Za-z0-9_\-]{1,64}"
                    required
                  />
                </label>
              </p>
              <p>{say(AUDIT.explained, { zone: environment.TIME_ZONE })}</p>
              {auditQuery.kind === "order" ? (
                <Again order={auditQuery.order} filter={auditQuery.filter} stage={environment.STAGE} />
              ) : undefined}
            </details>
          </section>
          {audited === undefined ? undefined : <Result of={audited} />}
        </>
      ),
    });
  });

  app.get("/audit.csv", async (context) => {
    const query = parametersOf(context, parameters);
    const auditQuery = query && wishIn(query, context.var);
    if (auditQuery?.kind !== "order") return badRequest(context);
    const sample = await drawn(queries, auditQuery.filter, auditQuery.order);
    if (sample.kind === "too many") return tooMany(context);
    return csvReply(
      context,
      say(WORKBOOK.sampleFile, { seed: auditQuery.order.seed }),
      sampleCsv,
      sample.cases,
    );
  });

  app.get("/audit.xlsx", async (context) => {
    const query = parametersOf(context, parameters);
    const auditQuery = query && wishIn(query, context.var);
    if (auditQuery?.kind !== "order") return badRequest(context);
    const sample = await drawn(queries, auditQuery.filter, auditQuery.order);
    if (sample.kind === "too many") return tooMany(context);
    return sampleWorkbook(context, rowSources(desk), auditQuery.order, sample);
  });

  app.get("/audit.zip", async (context) => {
    const query = parametersOf(context, partParameters);
    const auditQuery = query && wishIn(query, context.var);
    if (query === undefined || auditQuery?.kind !== "order") return badRequest(context);
    const { first } = query;
    const keys = await drawnKeys(queries, auditQuery.filter, auditQuery.order, query);
    if (keys === undefined) return tooMany(context);
    if (keys.length === 0) return badRequest(context);
    const { person, translator } = context.var;
    const { seed } = auditQuery.order;
    const part = { first, last: first - 1 + keys.length };
    const name = say(WORKBOOK.samplePack, { seed, first: String(part.first), last: String(part.last) });
    const pack = await packWithin({ mostBytes: MOST_PART_BYTES, name }, itemsOf(queries, keys), sources, {
      language: translator.language,
      timeZone: translator.timeZone,
      now: new Date(),
    });
    if (pack === undefined) return partTooLarge(context, auditQuery.order, { first, count: keys.length });
    logger.info("the evidence of a sample was taken at the desk", {
      seed,
      ...part,
      manifest: pack.manifest,
      subject: person.subject,
    });
    context.header("content-type", "application/zip");
    context.header("content-disposition", `attachment; filename="${pack.fileName}"`);
    return context.body(pack.zip);
  });
}

/** A query without the fields that are not given. */
function defined(query: z.infer<typeof parameters>): z.infer<typeof parameters> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Cases as they are stored, corrupt ones too, without those that have expired meanwhile. */
async function* itemsOf(queries: CaseQueries, keys: readonly CaseKey[]): AsyncGenerator<RawCase> {
  for (const key of keys) {
    const item = await queries.raw(key);
    if (item !== undefined) yield item;
  }
}

/** Leads to its halves, and from a single case to its own page. */
function partTooLarge(context: DeskContext, order: AuditOrder, { first, count }: Part) {
  context.status(413);
  const half = Math.ceil(count / 2);
  const halves: Part[] = [
    { first, count: half },
    { first: first + half, count: count - half },
  ];
  return page(context, {
    title: say(AUDIT.evidence),
    children:
      count < 2 ? (
        <p>{say(EVIDENCE.tooLarge)}</p>
      ) : (
        <section class="panel">
          <p>{say(AUDIT.partTooLarge)}</p>
          <ul>
            {halves.map((part) => (
              <li>
                <PartLink order={order} of={part} />
              </li>
            ))}
          </ul>
        </section>
      ),
  });
}

function PartLink({ order, of: { first, count }, text }: { order: AuditOrder; of: Part; text?: string }) {
  return (
    <a href={linkTo("/audit.zip", { ...order, first, count })}>
      {text ?? say(AUDIT.partCases, { first, last: first - 1 + count })}
    </a>
  );
}

/** An empty file would say that there are no cases. */
function tooMany(context: DeskContext) {
  context.status(413);
  return page(context, {
    title: say(AUDIT.title),
    children: <p>{say(AUDIT.tooMany, { count: MOST_COUNTED })}</p>,
  });
}

async function audit(
  context: DeskContext,
  queries: CaseQueries,
  { order, filter }: Ordered,
  check: "all" | undefined,
): Promise<Audited> {
  const { since, until, size, seed } = order;
  logger.info("a sample of cases was drawn at the desk", {
    since,
    until,
    size,
    seed,
    subject: context.var.person.subject,
  });
  const sample = await drawn(queries, filter, order);
  return { order, filter, sample, check: check && (await checkedPeriod(queries, filter)) };
}

function Form({ query, projectIds }: { query: z.infer<typeof parameters>; projectIds: readonly number[] }) {
  const { since, until, project, size = String(DEFAULT_SIZE) } = query;
  return (
    <form id={FORM} class="filters" method="get" action="/audit">
      <label>
        {say(AUDIT.since)} <input type="date" name="since" value={since ?? ""} required />
      </label>
      <label>
        {say(AUDIT.until)} <input type="date" name="until" value={until ?? ""} required />
      </label>
      <ProjectChoice projectIds={projectIds} chosen={project} />
      <label>
        {say(AUDIT.size)} <input type="number" name="size" value={size} min="1" max={String(MOST_SAMPLED)} />
      </label>
      <button type="submit" class="main">
        {say(AUDIT.draw)}
      </button>
    </form>
  );
}

function Result({ of: { order, sample, check } }: { of: Audited }) {
  if (sample.kind === "too many") {
    return <p class="panel">{say(AUDIT.tooMany, { count: MOST_COUNTED })}</p>;
  }
  const { cases } = sample;
  return (
    <>
      <UnreadableCases of={sample.unreadable} />
      <SampleFacts order={order} cases={cases} total={sample.total} />
      {check === undefined ? undefined : <PeriodCheck of={check} />}
      <Panel
        title={say(AUDIT.drawn)}
        count={String(cases.length)}
        beside={
          <>
            <WorkbookButton path="/audit" query={{ ...order }} name={say(WORKBOOK.download)} />
            <CsvButton path="/audit" query={{ ...order }} />
            {check === undefined ? (
              <a href={linkTo("/audit", { ...order, check: "all" })}>{say(AUDIT.checkAll)}</a>
            ) : undefined}
          </>
        }
      >
        <SampleTable caption={say(AUDIT.sample, { count: cases.length, seed: order.seed })} cases={cases} />
      </Panel>
    </>
  );
}

/** The sample in figures, and its evidence. */
function SampleFacts({
  order,
  cases,
  total,
}: {
  order: AuditOrder;
  cases: readonly SampledCase[];
  total: number;
}) {
  const { count } = useTranslator();
  const broken = cases.filter(({ checked }) => (checked?.problems.length ?? 0) > 0).length;
  const parts: Part[] = Array.from({ length: Math.ceil(cases.length / MOST_OF_PART) }, (_, index) => ({
    first: index * MOST_OF_PART + 1,
    count: Math.min(MOST_OF_PART, cases.length - index * MOST_OF_PART),
  }));
  return (
    <Strip
      facts={[
        {
          name: say(AUDIT.drawn),
          value: say(AUDIT.ofAll, { some: count(cases.length), all: count(total) }),
        },
        {
          name: say(AUDIT.chains),
          value:
            broken === 0 ? (
              <Badge as="good" text={say(AUDIT.allIntact)} />
            ) : (
              <Badge as="late" text={say(AUDIT.notIntact, { count: broken })} />
            ),
        },
        {
          name: say(AUDIT.evidence),
          value: parts.map((part, index) => (
            <PartLink
              order={order}
              of={part}
              text={say(parts.length === 1 ? AUDIT.download : AUDIT.downloadPart, {
                count: part.count,
                part: index + 1,
                parts: parts.length,
              })}
            />
          )),
          more: parts.length === 0 ? undefined : say(AUDIT.fileDigest),
        },
      ]}
    />
  );
}

/** Command and method that draw the same sample elsewhere. */
function Again({
  order: { size, seed },
  filter: { since, until, projectIds },
  stage,
}: Pick<Audited, "order" | "filter"> & { stage: string }) {
  const options = {
    "--since": since,
    "--until": until,
    "--sample": String(size),
    "--seed": seed,
    "--project": projectIds.join(","),
    "--out": "sample.zip",
  };
  const words = Object.entries(options).flatMap(([option, value]) =>
    value === undefined ? [] : [option, value],
  );
  return (
    <p>
      {say(AUDIT.again)} <code>{vigia(stage, "cases", "evidence", ...words)}</code>
    </p>
  );
}

/** @param caption what it is a sample of */
function SampleTable({ caption, cases }: { caption: string; cases: readonly SampledCase[] }) {
  return (
    <DataTable
      caption={caption}
      rows={cases}
      columns={[
        {
          name: say(INBOX.number),
          cell: ({ listedCase }) => (
            <a class="open" href={caseLink(listedCase)} title={listedCase.subject}>
              <bdi>{listedCase.kind === "unreadable" ? listedCase.subject : numberOf(listedCase)}</bdi>
            </a>
          ),
        },
        {
          name: say(INBOX.what),
          cellClass: "c-what",
          cell: ({ listedCase }) =>
            listedCase.kind === "unreadable" ? say(AUDIT.unreadable) : <About of={listedCase} isTerse />,
        },
        {
          name: say(FACTS.user),
          cellClass: "c-user",
          cell: ({ listedCase }) =>
            listedCase.kind === "unreadable" ? undefined : <UserCell of={listedCase} />,
        },
        {
          name: say(CASE.receivedCase),
          class: "n",
          cellClass: "n muted",
          cell: ({ listedCase }) =>
            listedCase.kind === "unreadable" ? undefined : <When at={listedCase.receivedAt} />,
        },
        {
          name: say(CASE.state),
          cell: ({ listedCase }) => <span class="capital">{stateOf(listedCase)}</span>,
        },
        { name: say(AUDIT.chain), cell: ({ checked }) => <Chain of={checked} /> },
      ]}
    />
  );
}

function Chain({ of: checked }: { of: CheckedChain | undefined }) {
  const words = chainWords(checked);
  if (checked === undefined) return <span>{words}</span>;
  return <Badge as={checked.problems.length > 0 ? "late" : "good"} text={words} />;
}

/** Result of the check of the whole period's chains. */
function PeriodCheck({ of: { count, broken, more } }: { of: CheckedPeriod }) {
  return (
    <section class="panel">
      <p role="status" class={broken.length === 0 ? "good" : "bad"}>
        <Icon name={broken.length === 0 ? "circleCheck" : "octagonX"} />{" "}
        <strong>{say(broken.length === 0 ? AUDIT.allHold : AUDIT.someBroken, { count })}</strong>
      </p>
      {broken.length === 0 ? undefined : (
        <ul>
          {broken.slice(0, MOST_NAMED).map(({ caseKey }) => (
            <li>
              <a href={caseLink(caseKey)}>
                <bdi>{caseKey.subject}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {more ? <p>{say(AUDIT.checkedSome, { count: MOST_CHECKED })}</p> : undefined}
    </section>
  );
}
