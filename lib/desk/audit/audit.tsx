/** A period for auditors: its population, a sample that anybody can draw again, and whether the chains hold. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import { type CaseFilter, CaseQueries } from "../../cases/case-queries.ts";
import { MOST_SAMPLED, newSeed, SEED } from "../../cases/integrity/sample.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { AUDIT } from "../../i18n/catalogue/desk/audit.ts";
import { logger } from "../../platform/observe.ts";
import { UnreadableCases } from "../cases/unreadable.tsx";
import { ProjectChoice } from "../components/choice.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { choice, misaddressed, parametersOf, projectFilter, textFilter } from "../parameters.ts";
import { useSpeaker } from "../speaker.ts";
import { type AuditOrder, type AuditWish, DEFAULT_SIZE, wishIn } from "./audit-order.ts";
import { PeriodCheck, PopulationTables, SampleTable } from "./audit-parts.tsx";
import {
  type CheckedPeriod,
  checkedPeriod,
  type DrawnSample,
  drawn,
  MOST_COUNTED,
  sampleCsv,
} from "./drawn-sample.ts";

const parameters = lazySchema(() =>
  z.object({
    since: textFilter,
    until: textFilter,
    project: projectFilter,
    size: textFilter.check(
      z.refine((text) => text === undefined || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_SAMPLED)),
    ),
    seed: textFilter.check(z.refine((text) => text === undefined || SEED.test(text))),
    check: choice(["all"]),
  }),
);

type Ordered = Extract<AuditWish, { kind: "order" }>;

/** What is shown of a period that was asked for. */
interface Audited {
  order: AuditOrder;
  filter: CaseFilter;
  sample: DrawnSample;
  check: CheckedPeriod | undefined;
}

export function addAudit(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const queries = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/audit", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return misaddressed(context);
    const wish = wishIn(asked, context.var);
    const { say } = context.var.speaker;
    const audited = wish.kind === "order" ? await audit(context, queries, wish, asked.check) : undefined;
    if (wish.kind === "refused") context.status(400);
    return page(context, {
      title: say(AUDIT.title),
      children: (
        <>
          <p>{say(AUDIT.explained, { zone: environment.TIME_ZONE })}</p>
          <Form asked={asked} projectIds={context.var.access.sees} />
          {wish.kind === "refused" ? <p role="alert">{wish.why}</p> : undefined}
          {audited === undefined ? undefined : <Result of={audited} />}
        </>
      ),
    });
  });

  app.get("/audit.csv", async (context) => {
    const asked = parametersOf(context, parameters);
    const wish = asked && wishIn(asked, context.var);
    if (wish?.kind !== "order") return misaddressed(context);
    const sample = await drawn(queries, wish.filter, wish.order);
    if (sample.kind === "too many") return tooMany(context);
    return csvReply(context, `sample-${wish.order.seed}`, sampleCsv, sample.cases);
  });
}

/** An empty file would say that there are none. */
function tooMany(context: DeskContext) {
  const { say } = context.var.speaker;
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
    ...{ since, until, size, seed },
    subject: context.var.person.subject,
  });
  const sample = await drawn(queries, filter, order);
  return { order, filter, sample, check: check && (await checkedPeriod(queries, filter)) };
}

function Form({ asked, projectIds }: { asked: z.infer<typeof parameters>; projectIds: readonly number[] }) {
  const { say } = useSpeaker();
  const { since, until, project, size = String(DEFAULT_SIZE), seed = newSeed() } = asked;
  return (
    <form class="filters" method="get" action="/audit">
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
      <label>
        {say(AUDIT.seed)} <input name="seed" value={seed} pattern="[A-Za-z0-9_\-]{1,64}" required />
      </label>
      <button type="submit">{say(AUDIT.draw)}</button>
    </form>
  );
}

function Result({ of: { order, filter, sample, check } }: { of: Audited }) {
  const { say } = useSpeaker();
  if (sample.kind === "too many") {
    return (
      <>
        <p>{say(AUDIT.tooMany, { count: MOST_COUNTED })}</p>
        <Again order={order} filter={filter} />
      </>
    );
  }
  return (
    <>
      <UnreadableCases of={sample.unreadable} />
      <PopulationTables of={sample.population} />
      <section>
        <h2>{say(AUDIT.drawn)}</h2>
        <SampleTable
          caption={say(AUDIT.sample, { count: sample.cases.length, seed: order.seed })}
          cases={sample.cases}
        />
        <CsvLink path="/audit" query={{ ...order }} />
        <Again order={order} filter={filter} />
      </section>
      {check === undefined ? (
        <p>
          <a href={linkTo("/audit", { ...order, check: "all" })}>{say(AUDIT.checkAll)}</a>
        </p>
      ) : (
        <PeriodCheck of={check} />
      )}
    </>
  );
}

/** How the same sample is drawn elsewhere. */
function Again({ order: { size, seed }, filter }: Pick<Audited, "order" | "filter">) {
  const { say } = useSpeaker();
  const { since, until, projectIds } = filter;
  return (
    <p>
      {say(AUDIT.again)}{" "}
      <code>{`vigia cases sample --since ${since} --until ${until} --size ${size} --seed ${seed} --project ${projectIds.join(",")}`}</code>
    </p>
  );
}
