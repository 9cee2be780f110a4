/** Decisions that were taken together: who took them, when and on what grounds, their cases as these are now, and the way to reopen all. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { reopenBatch, stepIdOf } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { ShownCase } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { isOpen } from "../../cases/case-state.ts";
import { refusalsOfNote } from "../../cases/rules.ts";
import type { OfficerStep } from "../../cases/step.ts";
import { judge } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, formOf, parametersOf, textFilter } from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { capitalized, say, useTranslator } from "../frame/translator.ts";
import { Who } from "../frame/who.tsx";
import { CaseNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { When } from "../kit/facts.tsx";
import { batchLink, idOfCase } from "../kit/links.ts";
import { Panel, Strip } from "../kit/panel.tsx";
import { listAddress } from "./came-from.ts";
import { NoteField } from "./step-forms.tsx";
import { NOTHING_SENT, type SentForm, statusOf, Trouble } from "./trouble.tsx";

/** The act's id, and the time of its decisions: ISO 8601. */
interface BatchName {
  id: string;
  at: string;
}

const batchAddress = z.object({
  id: z.uuid(),
  at: z.string().check(z.refine((text) => isInstant(text))),
  /** Address of the list that led to it. */
  list: textFilter,
});

export function addBatch(app: Hono<DeskEnv>, { stores }: Desk): void {
  app.get("/batch", async (context) => {
    const address = parametersOf(context, batchAddress);
    if (address === undefined) return badRequest(context);
    const decided = await stores.cases.decidedTogether(context.var.access.sees, address);
    if (decided.length === 0) return notFound(context, TOGETHER.noBatch);
    return show(context, stores.cases, decided, { ...address, sent: NOTHING_SENT });
  });

  app.post("/batch", async (context) => {
    const fields = await formOf(context);
    const address = batchAddress.safeParse(fields).data;
    const form = z.object({ step: z.uuid() }).safeParse(fields).data;
    if (address === undefined || form === undefined) return notFound(context, FRAME.badRequest);
    const { access, person } = context.var;
    if (access.actsIn.length === 0) return forbidden(context, TOGETHER.title, CASE.mayNotAct);
    const decided = await stores.cases.decidedTogether(access.sees, address);
    if (decided.length === 0) return notFound(context, TOGETHER.noBatch);
    const note = fields["note"] ?? "";
    const why = refusalsOfNote(note);
    if (why.length > 0) return show(context, stores.cases, decided, { ...address, sent: { fields, why } });
    const { reopened } = await reopenBatch(stores.steps, {
      // As the act left them: what changed since stays as it is.
      shown: decided,
      batchId: form.step,
      actsIn: access.actsIn,
      note,
      at: momentOf(context).now,
      by: { subject: person.subject, name: person.name },
    });
    return context.redirect(addressAfter(batchLink(address, address.list), form.step, reopened), 303);
  });
}

type Decision = Extract<OfficerStep, { kind: "decide" }>;

/** The decision of an act, which is the same in each of its cases; undefined where none can be read. */
async function decisionOf(
  queries: CaseQueries,
  decided: readonly ShownCase[],
  { id }: BatchName,
): Promise<Decision | undefined> {
  for (const key of decided) {
    const storedCase = await queries.readable(key, keeping([]));
    const step = storedCase?.steps.find((other) => other.id === stepIdOf(id, key));
    if (step?.kind === "decide") return step;
  }
  return undefined;
}

/** The address of the page, and the form that was sent from it. */
type Shown = BatchName & { list?: string | undefined; sent: SentForm };

/** @param decided as the act left them */
async function show(
  context: DeskContext,
  queries: CaseQueries,
  decided: readonly ShownCase[],
  { id, at, list, sent }: Shown,
) {
  const { access, person } = context.var;
  const [cases, decision] = await Promise.all([
    queries.listedAll(decided),
    decisionOf(queries, decided, { id, at }),
  ]);
  context.status(statusOf(sent.why));
  const now = new Date().toISOString();
  const back = listAddress(list);
  const open = cases.filter(isOpen).length;
  const numbers = new Map(decided.map((shown) => [idOfCase(shown), shown.stepCount]));
  const mayReopen = cases.some(
    (listedCase) =>
      access.actsIn.includes(listedCase.projectId) &&
      listedCase.stepCount === numbers.get(idOfCase(listedCase)),
  );
  return page(context, {
    title: say(open === cases.length ? TOGETHER.reopenedTogether : TOGETHER.together, {
      count: decided.length,
    }),
    back: { href: back.href, text: say(back.name) },
    children: (
      <>
        {decision === undefined ? undefined : <AboutDecision of={decision} officer={person.subject} />}
        {open === 0 || open === cases.length ? undefined : (
          <p>{say(TOGETHER.openAgain, { count: open, all: cases.length })}</p>
        )}
        <div class={mayReopen ? "case" : "stack"}>
          {mayReopen ? (
            <form
              class="panel acts"
              method="post"
              action="/batch"
              aria-label={say(TOGETHER.reopenAll)}
              novalidate
            >
              <h2>{say(CASE_FORM.reopen)}</h2>
              <Trouble why={sent.why} />
              <input type="hidden" name="step" value={randomUUID()} />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="at" value={at} />
              {list === undefined ? undefined : <input type="hidden" name="list" value={list} />}
              <NoteField form="reopen" isRequired sent={sent} />
              <p class="fine">
                {say(TOGETHER.reopenHelp)}{" "}
                {cases.some(({ notices }) => notices.length > 0) ? say(TOGETHER.reopenOfNotice) : undefined}
              </p>
              <button type="submit">
                <Icon name="undo" /> {say(TOGETHER.reopenAll)}
              </button>
            </form>
          ) : undefined}
          <Decided cases={cases} now={now} list={batchLink({ id, at }, list)} />
        </div>
      </>
    ),
  });
}

/** What was decided, by whom and when, and on what grounds. */
function AboutDecision({ of: { outcome, by, at, note }, officer }: { of: Decision; officer: string }) {
  return (
    <Strip
      facts={[
        { name: say(CASE_FORM.outcome), value: <span>{capitalized(say(CASE_OUTCOMES[outcome]))}</span> },
        {
          name: say(CASE.decidedBy),
          value: <Who name={by.name} isMe={by.subject === officer} />,
          more: <When at={at} />,
        },
        { name: say(CASE_FORM.grounds), value: undefined, more: <bdi class="words">{note}</bdi> },
      ]}
    />
  );
}

interface DecidedProps {
  cases: readonly ListedCase[];
  now: string;
  list: string;
}

function Decided({ cases, now, list }: DecidedProps) {
  const { count } = useTranslator();
  const title = say(TOGETHER.cases);
  return (
    <Panel title={title} count={count(cases.length)}>
      <DataTable
        caption={title}
        rows={cases.toSorted((a, b) => compareTexts(b.order, a.order))}
        columns={[
          {
            name: say(INBOX.number),
            cell: (listedCase) => <CaseNumber of={listedCase} href={caseLink(listedCase, { list })} />,
          },
          { name: say(FACTS.user), cellClass: "c-user", cell: (listedCase) => <UserCell of={listedCase} /> },
          { name: USD, class: "n", cell: (listedCase) => <UsdCell of={listedCase} /> },
          {
            name: say(MONTH.state),
            cell: (listedCase) => <StateBadge of={judge(listedCase, now)} now={now} />,
          },
        ]}
      />
    </Panel>
  );
}
