/** Decisions that were taken together: which cases they decided, as these are now, and the way to reopen all of them. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { reopenBatch } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { ShownCase } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import { judge } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, formOf, parametersOf, textFilter } from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CaseNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { batchLink, idOfCase } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import { REOPEN_ALL } from "./recorded.tsx";

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
    return show(context, decided, await stores.cases.listedAll(decided), address);
  });

  app.post("/batch", async (context) => {
    const fields = await formOf(context);
    const address = batchAddress.safeParse(fields).data;
    const form = z.object({ step: z.uuid() }).safeParse(fields).data;
    if (address === undefined || form === undefined) return notFound(context, FRAME.badRequest);
    const { access, person } = context.var;
    if (access.actsIn.length === 0) return forbidden(context, TOGETHER.title, CASE.mayNotAct);
    const { reopened } = await reopenBatch(stores.steps, {
      // As the act left them: what changed since stays as it is.
      shown: await stores.cases.decidedTogether(access.sees, address),
      batchId: form.step,
      actsIn: access.actsIn,
      note: say(TOGETHER.reopenNote),
      at: momentOf(context).now,
      by: { subject: person.subject, name: person.name },
    });
    return context.redirect(addressAfter(batchLink(address, address.list), form.step, reopened), 303);
  });
}

/** @param decided as the act left them @param cases as they are now */
function show(
  context: DeskContext,
  decided: readonly ShownCase[],
  cases: readonly ListedCase[],
  { id, at, list }: BatchName & { list?: string | undefined },
) {
  const { access, translator } = context.var;
  const now = new Date().toISOString();
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
    back: { href: list ?? "/", text: say(FRAME.inbox) },
    beside: <span class="muted">{translator.short(at) ?? at}</span>,
    children: (
      <>
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
              id={REOPEN_ALL}
              tabindex={-1}
            >
              <input type="hidden" name="step" value={randomUUID()} />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="at" value={at} />
              {list === undefined ? undefined : <input type="hidden" name="list" value={list} />}
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
