/** A period for auditors: its population, a sample that anyone can draw again, and the check of its chains. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink, linkTo } from "../../alerts/desk-links.ts";
import { type CaseFilter, CaseQueries } from "../../cases/case-queries.ts";
import type { CheckedChain, SampledCase } from "../../cases/integrity/checked-chains.ts";
import { MOST_SAMPLED, newSeed, type Population, SEED } from "../../cases/integrity/sample.ts";
import { AUDIT, AUDIT_RISKS } from "../../i18n/catalogue/desk/audit.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import type { Text } from "../../i18n/texts.ts";
import { logger } from "../../platform/observe.ts";
import { UnreadableCases } from "../cases/unreadable.tsx";
import { ProjectChoice } from "../components/choice.tsx";
import { Table, When } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { badRequest, choice, parametersOf, projectFilter, textFilter } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import {
  type AuditOrder,
  type AuditWish,
  type CheckedPeriod,
  checkedPeriod,
  DEFAULT_SIZE,
  type DrawnSample,
  drawn,
  MOST_CHECKED,
  MOST_COUNTED,
  sampleCsv,
  wishIn,
} from "./drawn-sample.ts";

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

type Ordered = Extract<AuditWish, { kind: "order" }>;

/** Contents of a requested period. */
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
    if (asked === undefined) return badRequest(context);
    const wish = wishIn(asked, context.var);
    const { t } = context.var.translator;
    const audited = wish.kind === "order" ? await audit(context, queries, wish, asked.check) : undefined;
    if (wish.kind === "refused") context.status(400);
    return page(context, {
      title: t(AUDIT.title),
      children: (
        <>
          <p>{t(AUDIT.explained, { zone: environment.TIME_ZONE })}</p>
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
    if (wish?.kind !== "order") return badRequest(context);
    const sample = await drawn(queries, wish.filter, wish.order);
    if (sample.kind === "too many") return tooMany(context);
    return csvReply(context, `sample-${wish.order.seed}`, sampleCsv, sample.cases);
  });
}

/** An empty file would say that there are no cases. */
function tooMany(context: DeskContext) {
  const { t } = context.var.translator;
  context.status(413);
  return page(context, {
    title: t(AUDIT.title),
    children: <p>{t(AUDIT.tooMany, { count: MOST_COUNTED })}</p>,
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
  const { t } = useTranslator();
  const { since, until, project, size = String(DEFAULT_SIZE), seed = newSeed() } = asked;
  return (
    <form class="filters" method="get" action="/audit">
      <label>
        {t(AUDIT.since)} <input type="date" name="since" value={since ?? ""} required />
      </label>
      <label>
        {t(AUDIT.until)} <input type="date" name="until" value={until ?? ""} required />
      </label>
      <ProjectChoice projectIds={projectIds} chosen={project} />
      <label>
        {t(AUDIT.size)} <input type="number" name="size" value={size} min="1" max={String(MOST_SAMPLED)} />
      </label>
      <label>
        {t(AUDIT.seed)} <input name="seed" value={seed} pattern="[A-Za-z0-9_\-]{1,64}" required />
      </label>
      <button type="submit">{t(AUDIT.draw)}</button>
    </form>
  );
}

function Result({ of: { order, filter, sample, check } }: { of: Audited }) {
  const { t } = useTranslator();
  if (sample.kind === "too many") {
    return (
      <>
        <p>{t(AUDIT.tooMany, { count: MOST_COUNTED })}</p>
        <Again order={order} filter={filter} />
      </>
    );
  }
  return (
    <>
      <UnreadableCases of={sample.unreadable} />
      <PopulationTables of={sample.population} />
      <section class="panel">
        <h2>{t(AUDIT.drawn)}</h2>
        <SampleTable
          caption={t(AUDIT.sample, { count: sample.cases.length, seed: order.seed })}
          cases={sample.cases}
        />
        <CsvLink path="/audit" query={{ ...order }} />
        <Again order={order} filter={filter} />
      </section>
      {check === undefined ? (
        <p>
          <a href={linkTo("/audit", { ...order, check: "all" })}>{t(AUDIT.checkAll)}</a>
        </p>
      ) : (
        <PeriodCheck of={check} />
      )}
    </>
  );
}

/** Command and method that draw the same sample elsewhere. */
function Again({ order: { size, seed }, filter }: Pick<Audited, "order" | "filter">) {
  const { t } = useTranslator();
  const { since, until, projectIds } = filter;
  return (
    <p>
      {t(AUDIT.again)}{" "}
      <code>{`vigia cases sample --since ${since} --until ${until} --size ${size} --seed ${seed} --project ${projectIds.join(",")}`}</code>
    </p>
  );
}

const KINDS_AND_SPOILT = { ...CASE_KINDS, unreadable: AUDIT.unreadable };

function PopulationTables({ of: { total, kinds, risks, outcomes } }: { of: Population }) {
  const { t } = useTranslator();
  return (
    <section class="panel">
      <h2>{t(AUDIT.population, { count: total })}</h2>
      <Counts
        title={AUDIT.byKind}
        counts={kinds}
        names={kinds["unreadable"] ? KINDS_AND_SPOILT : CASE_KINDS}
      />
      <Counts title={AUDIT.byRisk} counts={risks} names={AUDIT_RISKS} />
      <Counts title={AUDIT.byOutcome} counts={outcomes} names={{ open: CASE.open, ...CASE_OUTCOMES }} />
    </section>
  );
}

interface CountsProps {
  title: Text;
  counts: Readonly<Record<string, number>>;
  names: Readonly<Record<string, Text>>;
}

/** Every name, also where nothing has it. */
function Counts({ title, counts, names }: CountsProps) {
  const { t } = useTranslator();
  return (
    <table class="counts">
      <thead>
        <tr>
          <th scope="col">{t(title)}</th>
          <th scope="col">{t(AUDIT.count)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(names).map(([name, text]) => (
          <tr>
            <td>{t(text)}</td>
            <td>{String(counts[name] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param caption what it is a sample of */
function SampleTable({ caption, cases }: { caption: string; cases: readonly SampledCase[] }) {
  const { t } = useTranslator();
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">{t(AUDIT.case)}</th>
          <th scope="col">{t(FACTS.received)}</th>
          <th scope="col">{t(CASE.state)}</th>
          <th scope="col">{t(AUDIT.chain)}</th>
          <th scope="col">{t(AUDIT.digest)}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map(({ digest, one, checked }) => (
          <tr>
            <td>
              <a href={caseLink(one)}>
                {t(KINDS_AND_SPOILT[one.kind])} <bdi>{one.subject}</bdi>
              </a>
            </td>
            <td>{one.kind === "unreadable" ? undefined : <When at={one.receivedAt} />}</td>
            <td>{t(stateOf(one))}</td>
            <td>
              <Chain of={checked} />
            </td>
            <td>
              <code>{digest.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function stateOf(one: SampledCase["one"]): Text {
  if (one.kind === "unreadable") return AUDIT.unreadable;
  return one.outcome === undefined ? CASE.open : CASE_OUTCOMES[one.outcome];
}

function Chain({ of: checked }: { of: CheckedChain | undefined }) {
  const { t } = useTranslator();
  if (checked === undefined) return <span>{t(AUDIT.expired)}</span>;
  if (checked.problems.length > 0) return <strong>{t(AUDIT.broken)}</strong>;
  return <span>{t(AUDIT.holds, { steps: checked.steps })}</span>;
}

/** Result of the check of the whole period's chains. */
function PeriodCheck({ of: { count, broken, more } }: { of: CheckedPeriod }) {
  const { t } = useTranslator();
  return (
    <>
      <p role="status">{t(broken.length === 0 ? AUDIT.allHold : AUDIT.someBroken, { count })}</p>
      <ul>
        {broken.map(({ one }) => (
          <li>
            <a href={caseLink(one)}>
              <bdi>{one.subject}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {more ? <p>{t(AUDIT.checkedSome, { count: MOST_CHECKED })}</p> : undefined}
    </>
  );
}
