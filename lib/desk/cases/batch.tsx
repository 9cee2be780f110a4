/** Several open cases in one act: those of a user, a wallet or a law are decided, and those that are ticked in the inbox decided or taken. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import pMap from "p-map";
import * as z from "zod/mini";
import {
  decideBatch,
  MAX_BATCH,
  type OwnOutcome,
  ownCases,
  type ShownCase,
} from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, projectOf } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { CaseStore } from "../../cases/cases.ts";
import { OPEN, refusalsOf } from "../../cases/rules.ts";
import { OUTCOMES, outcomesOf } from "../../cases/step.ts";
import { judge } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { REFUSALS } from "../../i18n/catalogue/desk/steps.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { forbidden, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import {
  badRequest,
  type FormFields,
  formOf,
  parametersOf,
  textFilter,
  valuesIn,
} from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { CaseTable } from "../kit/case-table.tsx";
import { Field } from "../kit/field.tsx";
import { Panel } from "../kit/panel.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { BatchResult } from "./batch-result.tsx";
import { shownIn } from "./case-address.ts";
import { CaseLine, CaseLines } from "./case-line.tsx";
import { type Colleague, colleaguesOf } from "./colleagues.ts";
import { type FoundCases, findOpenCases, MOST_READ, type OpenFilter, shownCase } from "./found-cases.ts";
import { inboxAddress, inboxQueryIn } from "./inbox.tsx";
import { firstDayOf } from "./sent-step.ts";
import { stepForm, wishOf } from "./step-form.ts";
import { DecisionFields, NoticePending } from "./step-forms.tsx";
import { fieldId, NOTHING_SENT, type SentForm, statusOf, Trouble, useProblem, type Why } from "./trouble.tsx";

const parameters = z.object({ user: textFilter, wallet: textFilter, law: textFilter });

export function addBatch(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const { CASES_TABLE: table, RETENTION_YEARS: years, TIME_ZONE: timeZone } = environment;
  const desk = {
    cases: new CaseQueries(database, table),
    steps: new CaseStore(database, table, years),
    timeZone,
  };
  app.get("/batch", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const filter = parametersOf(context, parameters);
    return filter === undefined ? badRequest(context) : show(context, desk, filter);
  });
  app.post("/batch", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const fields = await formOf(context);
    const filter = parameters.safeParse(fields).data;
    return filter === undefined ? badRequest(context) : decide(context, desk, filter, fields);
  });
  // Its address has the inbox's own parameters, and leads back to that place.
  app.post("/selected", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const fields = await formOf(context);
    const query = inboxQueryIn(new URL(context.req.url).search);
    const inbox = query && inboxAddress(query);
    const { take } = fields;
    const named = take === undefined ? await valuesIn(context, "case") : [take];
    if (inbox !== undefined && named.length === 0) return context.redirect(inbox, 303);
    const shown = shownIn(`[${named.join()}]`);
    const step = z.uuid().safeParse(fields["step"]).data;
    if (inbox === undefined || shown === undefined || step === undefined) return badRequest(context);
    if (fields["act"] === "decide") return show(context, desk, {}, { shown });
    const at = momentOf(context);
    const { access, person } = context.var;
    const by = { subject: person.subject, name: person.name };
    let to: Colleague | undefined;
    if (fields["act"] === "assign") {
      const colleagues = await colleaguesOf(context, desk.cases, projectsIn(shown, access.actsIn));
      to = colleagues.find(({ subject }) => subject === fields["to"]);
      if (to === undefined)
        return chooseColleague(context, { shown, step, colleagues, isSent: "to" in fields });
    }
    const order = { keys: shown, batchId: step, actsIn: access.actsIn, at, by, to };
    const outcome = await ownCases(desk.steps, order);
    if (outcome.leftOut.length + outcome.unreadable.length === 0) return context.redirect(inbox, 303);
    context.status(409);
    return page(context, {
      title: say(TOGETHER.own),
      children: <OwnResult of={outcome} inbox={inbox} />,
    });
  });
}

/** The projects of cases, by their keys, in which an officer may act. */
function projectsIn(shown: readonly CaseKey[], actsIn: readonly number[]): number[] {
  const found = new Set(shown.map(projectOf));
  return actsIn.filter((projectId) => found.has(projectId));
}

interface ChoiceOrder {
  shown: readonly ShownCase[];
  step: string;
  colleagues: readonly Colleague[];
  /** True where the choice was sent, and named no colleague. */
  isSent: boolean;
}

function chooseColleague(context: DeskContext, { shown, step, colleagues, isSent }: ChoiceOrder) {
  if (isSent) context.status(422);
  return page(context, {
    title: say(CASE_FORM.assignTo),
    children: (
      <form class="panel acts" method="post" aria-label={say(CASE_FORM.assignTo)}>
        <p>{say(TOGETHER.assigning, { count: shown.length })}</p>
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="act" value="assign" />
        {shown.map((one) => (
          <input type="hidden" name="case" value={JSON.stringify(one)} />
        ))}
        {colleagues.length === 0 ? (
          <p class="warns">{say(TOGETHER.noColleague)}</p>
        ) : (
          <>
            <Field
              id="assign-to"
              label={say(TOGETHER.colleague)}
              help={say(TOGETHER.colleagueHelp)}
              problem={isSent ? say(REFUSALS.colleagueMissing) : undefined}
            >
              {(attributes) => (
                <select name="to" {...attributes}>
                  <option value="">{say(TOGETHER.choose)}</option>
                  {colleagues.map(({ subject, name, projectIds }) => (
                    <option value={subject}>{`${name} (${projectIds.join(", ")})`}</option>
                  ))}
                </select>
              )}
            </Field>
            <button type="submit" class="main">
              {say(CASE_FORM.assign)}
            </button>
          </>
        )}
      </form>
    ),
  });
}

function forOfficers(context: DeskContext) {
  return forbidden(context, TOGETHER.title, CASE.mayNotAct);
}

interface BatchDesk {
  cases: CaseQueries;
  steps: CaseStore;
  timeZone: string;
}

interface Form {
  /** Cases that were chosen one by one, where there is no filter. */
  shown?: readonly ShownCase[];
  sent?: SentForm;
}

async function show(
  context: DeskContext,
  { cases }: BatchDesk,
  filter: OpenFilter,
  { shown = [], sent = NOTHING_SENT }: Form = {},
) {
  const { access } = context.var;
  const isNarrow = Object.values(filter).some((one) => one !== undefined);
  const unreadable: CaseKey[] = [];
  const open = cases.allOpen(access.actsIn, keeping(unreadable));
  const found = isNarrow
    ? await findOpenCases(open, filter, MAX_BATCH)
    : shown.length > 0
      ? await openOf(context, cases, shown, unreadable)
      : undefined;
  context.status(statusOf(sent.why));
  return page(context, {
    title: say(TOGETHER.title),
    children: (
      <>
        <BatchFilter filter={filter} />
        <UnreadableCases of={unreadable} />
        {found !== undefined ? (
          <BatchForm {...{ filter, sent, ...found }} batchId={randomUUID()} />
        ) : (
          <p>{say(TOGETHER.sayWhich)}</p>
        )}
      </>
    ),
  });
}

/** Open cases among some, as far as this officer may decide them. */
async function openOf(
  { var: { access } }: DeskContext,
  cases: CaseQueries,
  shown: readonly ShownCase[],
  unreadable: CaseKey[],
): Promise<FoundCases> {
  const read = await pMap(shown, (one) => cases.readable(one, keeping(unreadable)), { concurrency: 20 });
  const found = read.filter((one) => one !== undefined);
  const open = found.filter(
    ({ projectId, outcome }) => outcome === undefined && access.actsIn.includes(projectId),
  );
  return { found: open, more: false, isCut: false, unsure: 0 };
}

const sentAct = z.object({ count: z.string(), cases: z.string() });

async function decide(context: DeskContext, desk: BatchDesk, filter: OpenFilter, fields: FormFields) {
  const form = stepForm({ ...fields, act: "decide", after: "0" });
  const act = sentAct.safeParse(fields).data;
  const shown = act === undefined ? undefined : shownIn(act.cases);
  if (form === undefined || act === undefined || shown === undefined) return badRequest(context);
  const at = momentOf(context);
  const wish = wishOf(form, fields, { now: at.now, timeZone: desk.timeZone });
  // The decision's content is judged once; its outcome and the state of the cases, one by one.
  const why: Why[] = [
    ...(Array.isArray(wish) ? wish : refusalsOf(wish, OPEN, at).filter((one) => one !== "outcomeOfOthers")),
    ...(act.count.trim() === String(shown.length) ? [] : (["wrongCount"] as const)),
  ];
  if (why.length > 0) return show(context, desk, filter, { shown, sent: { fields, why } });
  if (Array.isArray(wish) || wish.kind !== "decide") return badRequest(context);
  const { access, person } = context.var;
  const by = { subject: person.subject, name: person.name };
  const outcome = await decideBatch(desk.steps, {
    shown,
    batchId: form.step,
    actsIn: access.actsIn,
    fits: (one) =>
      refusalsOf(wish, { ...OPEN, firstDay: firstDayOf(context, one), kind: one.kind }, at).length === 0,
    decision: { ...wish, at: at.now, by },
  });
  if (outcome.decided.length === 0) context.status(409);
  return page(context, {
    title: say(TOGETHER.title),
    children: <BatchResult of={outcome} sent={fields} />,
  });
}

function BatchFilter({ filter: { user, wallet, law } }: { filter: OpenFilter }) {
  return (
    <form class="filters" method="get" action="/batch">
      <label>
        {say(FACTS.user)} <input name="user" value={user} />
      </label>
      <label>
        {say(FACTS.wallet)} <input name="wallet" value={wallet} />
      </label>
      <label>
        {say(FACTS.law)} <input name="law" value={law} />
      </label>
      <button type="submit">{say(TOGETHER.find)}</button>
    </form>
  );
}

interface BatchFormProps extends FoundCases {
  filter: OpenFilter;
  batchId: string;
  sent: SentForm;
}

/** Tells its fields apart. */
const FORM = "batch";

/** The outcomes of all kinds that are among these cases: one that a case does not have leaves it out. */
function outcomesFor(cases: readonly ListedCase[]) {
  const all = new Set(cases.flatMap(({ kind }) => outcomesOf(kind)));
  return OUTCOMES.filter((outcome) => all.has(outcome));
}

function BatchForm({ filter, found, more, isCut, unsure, batchId, sent }: BatchFormProps) {
  const count = found.length;
  const now = new Date().toISOString();
  const cut = (
    <>
      {isCut ? <p>{say(TOGETHER.cut, { most: MOST_READ })}</p> : undefined}
      {unsure > 0 ? <p>{say(FACTS.lawsNotListed, { count: unsure })}</p> : undefined}
    </>
  );
  if (count === 0) return isCut || unsure > 0 ? cut : <p>{say(TOGETHER.none)}</p>;
  return (
    <>
      {cut}
      <NoticePending cases={found} />
      {more ? <p>{say(TOGETHER.tooMany, { most: count })}</p> : undefined}
      <div class="case">
        <Panel title={say(TOGETHER.found, { count })}>
          <CaseTable of={found.map((one) => judge(one, now))} caption={say(TOGETHER.title)} now={now} />
        </Panel>
        <form method="post" action="/batch" aria-label={say(TOGETHER.decide)} class="panel acts" novalidate>
          <Trouble why={sent.why} form={FORM} />
          {Object.entries(filter).map(([name, value]) =>
            value === undefined ? undefined : <input type="hidden" name={name} value={value} />,
          )}
          <input type="hidden" name="step" value={batchId} />
          <DecisionFields form={FORM} outcomes={outcomesFor(found)} sent={sent} />
          {/* Behind the note: without a session only the first bytes of a form are read. */}
          <input type="hidden" name="cases" value={JSON.stringify(found.map(shownCase))} />
          <Field
            id={fieldId(FORM, "count")}
            label={say(TOGETHER.count, { count })}
            problem={useProblem(sent, "count")}
          >
            {(attributes) => (
              <input
                name="count"
                inputmode="numeric"
                autocomplete="off"
                value={sent.fields["count"]}
                required
                {...attributes}
              />
            )}
          </Field>
          <button type="submit" class="main">
            {say(TOGETHER.decide)}
          </button>
        </form>
      </div>
    </>
  );
}

function OwnResult({ of: { owned, leftOut, unreadable }, inbox }: { of: OwnOutcome; inbox: string }) {
  return (
    <>
      <h2>{say(TOGETHER.notOwned, { count: leftOut.length })}</h2>
      <ul>
        {leftOut.map((one) => (
          <li>
            <CaseLine of={one} />
            {one.owner === undefined ? undefined : `, ${say(TOGETHER.ownedBy, { who: one.owner.name })}`}
          </li>
        ))}
      </ul>
      <UnreadableCases of={unreadable} />
      <h2>{say(TOGETHER.owned, { count: owned.length })}</h2>
      <CaseLines cases={owned} />
      <p>
        <a href={inbox}>{say(FRAME.inbox)}</a>
      </p>
    </>
  );
}
