/** Several open cases of a user, a wallet or a law, decided in one act. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import type { CaseKey } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { CaseSteps } from "../../cases/case-steps.ts";
import {
  decideTogether,
  MOST_TOGETHER,
  type ShownCase,
  type TogetherOutcome,
} from "../../cases/deciding-together.ts";
import { refusalOf } from "../../cases/rules.ts";
import { NOTHING_DUE } from "../../cases/state.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/together.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { forbidden, page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import { type FormFields, formOf, misaddressed, parametersOf, textFilter } from "../parameters.ts";
import { useSpeaker } from "../speaker.ts";
import { shownCases } from "./case-address.ts";
import { CaseLines } from "./case-line.tsx";
import { type FoundCases, foundIn, MOST_READ, type OpenFilter, shownCase } from "./found-cases.ts";
import { firstDayOf } from "./sent-step.ts";
import { stepForm, wishOf } from "./step-form.ts";
import { DecisionFields, NoticeOwed } from "./step-forms.tsx";
import { statusOf, Trouble, type Why } from "./trouble.tsx";
import { UnreadableCases } from "./unreadable.tsx";

const parameters = z.object({ user: textFilter, wallet: textFilter, law: textFilter });

export function addTogether(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const { CASES_TABLE: table, RETENTION_YEARS: years, TIME_ZONE: timeZone } = environment;
  const desk = {
    cases: new CaseQueries(database, table),
    steps: new CaseSteps(database, table, years),
    timeZone,
  };
  app.get("/together", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const filter = parametersOf(context, parameters);
    return filter === undefined ? misaddressed(context) : show(context, desk, filter);
  });
  app.post("/together", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const fields = await formOf(context);
    const filter = parameters.safeParse(fields).data;
    return filter === undefined ? misaddressed(context) : decide(context, desk, filter, fields);
  });
}

function forOfficers(context: DeskContext) {
  return forbidden(context, TOGETHER.title, CASE.mayNotAct);
}

interface TogetherDesk {
  cases: CaseQueries;
  steps: CaseSteps;
  timeZone: string;
}

async function show(
  context: DeskContext,
  { cases }: TogetherDesk,
  filter: OpenFilter,
  why?: Why | "wrongCount",
  sent: FormFields = {},
) {
  const { access, speaker } = context.var;
  const isNarrow = Object.values(filter).some((one) => one !== undefined);
  const unreadable: CaseKey[] = [];
  const open = cases.list({ projectIds: access.actsIn, closed: false }, keeping(unreadable));
  const found = isNarrow ? await foundIn(open, filter, MOST_TOGETHER) : undefined;
  if (why !== undefined) context.status(why === "wrongCount" ? 422 : statusOf(why));
  return page(context, {
    title: speaker.say(TOGETHER.title),
    children: (
      <>
        {why === "wrongCount" ? (
          <p role="alert">{speaker.say(TOGETHER.wrongCount)}</p>
        ) : (
          <Trouble why={why} />
        )}
        <TogetherFilter filter={filter} />
        <UnreadableCases of={unreadable} />
        {found !== undefined ? (
          <TogetherForm
            {...{ filter, sent, ...found }}
            batchId={randomUUID()}
            shownAt={new Date().toISOString()}
          />
        ) : (
          <p>{speaker.say(TOGETHER.sayWhich)}</p>
        )}
      </>
    ),
  });
}

const sentAct = z.object({ shownAt: z.iso.datetime({ precision: 3 }), count: z.string(), cases: z.string() });

async function decide(context: DeskContext, desk: TogetherDesk, filter: OpenFilter, fields: FormFields) {
  const form = stepForm({ ...fields, act: "decide", after: "0" });
  const act = sentAct.safeParse(fields).data;
  const shown = act === undefined ? undefined : shownIn(act.cases);
  if (form === undefined || act === undefined || shown === undefined) return misaddressed(context);
  if (act.count.trim() !== String(shown.length)) return show(context, desk, filter, "wrongCount", fields);
  const at = momentOf(context);
  // What was shown later than now would overrule what others did since.
  if (act.shownAt > at.now) return misaddressed(context);
  const wish = wishOf(form, fields, { now: at.now, timeZone: desk.timeZone });
  if (typeof wish === "string") return show(context, desk, filter, wish, fields);
  if (wish.kind !== "decide") return misaddressed(context);
  // What it says is judged once; where each case stands, case by case.
  const refusal = refusalOf(wish, { dueAt: NOTHING_DUE }, at);
  if (refusal !== undefined) return show(context, desk, filter, refusal, fields);
  const { access, person, speaker } = context.var;
  const by = { subject: person.subject, name: person.name };
  const outcome = await decideTogether(desk.steps, {
    shown,
    batchId: form.step,
    shownAt: act.shownAt,
    actsIn: access.actsIn,
    fits: (one) =>
      refusalOf(wish, { dueAt: NOTHING_DUE, firstDay: firstDayOf(context, one) }, at) === undefined,
    decision: { ...wish, at: at.now, by },
  });
  if (outcome.decided.length === 0) context.status(409);
  return page(context, {
    title: speaker.say(TOGETHER.title),
    children: <TogetherResult of={outcome} />,
  });
}

/** The cases that a form names, each once, as it showed them. @returns undefined where they are none, or too many */
function shownIn(text: string): ShownCase[] | undefined {
  const shown = shownCases(MOST_TOGETHER).safeParse(jsonIn(text)).data;
  return shown && [...new Map(shown.map((one) => [JSON.stringify([one.subject, one.opened]), one])).values()];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function TogetherFilter({ filter: { user, wallet, law } }: { filter: OpenFilter }) {
  const { say } = useSpeaker();
  return (
    <form class="filters" method="get" action="/together">
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

export interface TogetherFormProps extends FoundCases {
  filter: OpenFilter;
  batchId: string;
  shownAt: string;
  /** What was sent and not recorded. */
  sent: FormFields;
}

function TogetherForm({ filter, found, more, isCut, batchId, shownAt, sent }: TogetherFormProps) {
  const { say } = useSpeaker();
  const count = found.length;
  const cut = isCut ? <p>{say(TOGETHER.cut, { most: MOST_READ })}</p> : undefined;
  if (count === 0) return cut ?? <p>{say(TOGETHER.none)}</p>;
  return (
    <>
      {cut}
      <NoticeOwed cases={found} />
      {more ? <p>{say(TOGETHER.tooMany, { most: count })}</p> : undefined}
      <form method="post" action="/together" aria-label={say(TOGETHER.decide)} class="acts">
        {Object.entries(filter).map(([name, value]) =>
          value === undefined ? undefined : <input type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="step" value={batchId} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <DecisionFields sent={sent} />
        {/* Behind the note: without a session only the first bytes of a form are read. */}
        <input type="hidden" name="cases" value={JSON.stringify(found.map(shownCase))} />
        <label>
          {say(TOGETHER.count, { count })}
          <input name="count" inputmode="numeric" autocomplete="off" required />
        </label>
        <button type="submit">{say(TOGETHER.decide)}</button>
      </form>
      <h2>{say(TOGETHER.found, { count })}</h2>
      <CaseLines cases={found} />
    </>
  );
}

function TogetherResult({ of: { decided, leftOut, unfit, unreadable } }: { of: TogetherOutcome }) {
  const { say } = useSpeaker();
  return (
    <>
      <h2>{say(TOGETHER.decided, { count: decided.length })}</h2>
      <CaseLines cases={decided} />
      <h2>{say(TOGETHER.leftOut, { count: leftOut.length })}</h2>
      <CaseLines cases={leftOut} />
      {unfit.length > 0 ? (
        <>
          <h2>{say(TOGETHER.tooEarly, { count: unfit.length })}</h2>
          <CaseLines cases={unfit} />
        </>
      ) : undefined}
      <UnreadableCases of={unreadable} />
    </>
  );
}
