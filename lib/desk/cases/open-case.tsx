/** A case that an officer opens, and a suspicion that is recorded with it, or in the one that is open. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { StoredCase } from "../../cases/case.ts";
import { loggedName } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { NewCase } from "../../cases/cases.ts";
import { casesOfOfficer } from "../../cases/new-case.ts";
import { OPEN, refusalsOf, refusalsOfNote, refusalsOfOperations } from "../../cases/rules.ts";
import type { StepRequest } from "../../cases/step.ts";
import { suspectedOperations } from "../../cases/suspected-operations.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import { numberIn } from "../../intake/notifications/notification-keys.ts";
import { mayActIn } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, type FormFields, formOf, valuesIn } from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { say } from "../frame/translator.ts";
import { type CaseAbout, caseAbout, OpenCaseForm } from "../kit/open-case.tsx";
import { makeSentStep } from "./sent-step.ts";
import { eventNumber, parseKnownSince, parseNote } from "./step-form.ts";
import { problemOf, statusOf, Trouble, type Why } from "./trouble.tsx";

const DAY_MS = 24 * 60 * 60_000;

/** When the form was shown, and the step that it makes where it asks for one. */
const shown = z.object({
  shownAt: z.string().check(z.refine(isInstant)),
  act: z.optional(z.literal("suspect")),
  step: z.uuid(),
  /** Number of the last event of the open case that the form showed; absent where it showed none. */
  after: z.optional(eventNumber()),
});

/** A form as it was sent, to be shown again. */
interface SentCase {
  about: CaseAbout;
  fields: FormFields;
  /** Names of the notifications that are ticked. */
  operations: readonly string[];
}

export function addOpenCase(app: Hono<DeskEnv>, { environment, stores }: Desk): void {
  const { DEADLINES: rules } = environment;
  const { cases: queries, steps: store, notifications, wallets } = stores;
  app.post("/open-case", async (context) => {
    const fields = await formOf(context);
    const about = caseAbout.safeParse(fields).data;
    const form = shown.safeParse(fields).data;
    const now = new Date();
    const { subject: officer, name } = context.var.person;
    if (about === undefined || form === undefined || form.shownAt > now.toISOString())
      return badRequest(context);
    if (!mayActIn(context.var.access, about.project))
      return forbidden(context, CASE.notRecorded, CASE.mayNotAct);
    const sent: SentCase = {
      about,
      fields,
      operations: [...new Set(await valuesIn(context, "operation"))],
    };
    // A page of yesterday says nothing of what is there today, and a case is as old as its opening.
    if (form.shownAt < new Date(now.getTime() - DAY_MS).toISOString())
      return again(context, shownNow(sent), { why: ["changedMeanwhile"] });
    const first = await newCaseOf(about, now);
    // The form names the project, and what it is about may be another's.
    if (first === undefined || first.projectId !== about.project) return notFound(context, CASE.notFound);
    const tooMany = refusalsOfOperations(sent.operations);
    const operations =
      tooMany.length > 0 ? [] : await suspectedOperations(sent.operations, first, notifications);
    if (operations === undefined) return notFound(context, CASE.notFound);
    const note = parseNote(fields);
    const at = momentOf(context);
    const suspicion: (StepRequest & { kind: "suspect" }) | undefined = form.act && {
      kind: form.act,
      knownSince: parseKnownSince(fields, at.now, environment.TIME_ZONE),
      ...(operations.length === 0 ? {} : { operations }),
    };
    const why: Why[] = [
      ...tooMany,
      ...(suspicion === undefined && operations.length > 0 ? (["operationsOfSuspicion"] as const) : []),
      ...refusalsOfNote(note),
      ...(suspicion === undefined ? [] : refusalsOf(suspicion, OPEN, at)),
    ];
    if (why.length > 0) return again(context, sent, { why });
    /** Once, however often the form is sent. */
    const suspect = async (there: StoredCase) => {
      if (suspicion !== undefined && refusalsOf(suspicion, there, at).length === 0)
        await store.add(there, { id: form.step, at: at.now, by: { subject: officer, name }, ...suspicion });
      const id = suspicion === undefined ? there.opening.id : form.step;
      return context.redirect(addressAfter(caseLink(there), id, [there]), 303);
    };
    const before = first.kind === "notification" ? undefined : (await queries.ofSubject(first.subject))[0];
    // A wallet or user has one open case at a time: two who saw the same cases before put it under the same key.
    const opening = { ...first, opened: before?.decidedAt ?? first.opened };
    const isKnown = before !== undefined && (isOpen(before) || opening.opened >= form.shownAt);
    const opened = isKnown
      ? undefined
      : await store.open(opening, now, { by: { subject: officer, name }, note });
    if (opened !== undefined) {
      logger.info("a case was opened at the desk", { case: loggedName(opened), subject: officer });
      return suspect(opened);
    }
    const there = await store.read(isKnown ? before : opening);
    if (there === undefined) return notFound(context, CASE.notFound);
    // The same form again.
    const isOpenedByForm = there.opening.note === note && there.opening.by?.subject === officer;
    if (isOpenedByForm && form.after === undefined) return suspect(there);
    // Any other reason is kept on the page, and so is a suspicion whose form did not show the case as it is.
    if (suspicion === undefined || !isOpen(there))
      return again(context, shownNow(sent), { why: ["changedMeanwhile"], there });
    const request = { ...suspicion, note };
    const recorded = await makeSentStep(
      context,
      there,
      { step: form.step, after: form.after ?? 0, request, at },
      {
        refusals: () => refusalsOf(request, there, at),
        add: (step) => store.add(there, step),
      },
    );
    if (recorded.why.length === 0)
      return context.redirect(addressAfter(caseLink(there), form.step, [there]), 303);
    return again(context, shownNow(sent), { why: recorded.why, there: recorded.now });
  });

  async function newCaseOf(about: CaseAbout, now: Date): Promise<NewCase | undefined> {
    switch (about.about) {
      case "notification": {
        const stored = await notifications.find(about.name);
        return stored && casesOfOfficer.notification(stored, rules);
      }
      case "wallet": {
        const wallet = await wallets.get({ ...about, projectId: about.project, chainId: about.chain });
        return wallet && casesOfOfficer.wallet(wallet, now);
      }
      case "user":
        return casesOfOfficer.user(about.project, about.user, now);
    }
  }
}

/** The form with what was typed, as if it were shown at this moment. */
function shownNow({ about, fields, operations }: SentCase): SentCase {
  return { about, fields: { ...fields, shownAt: new Date().toISOString() }, operations };
}

/** @param there the open case that keeps another from being opened; undefined where none does */
function again(
  context: DeskContext,
  { about, fields, operations }: SentCase,
  { why, there }: { why: readonly Why[]; there?: StoredCase | undefined },
) {
  context.status(statusOf(why));
  const sent = { fields, why };
  const problems = { note: problemOf(sent, "note"), knownSince: problemOf(sent, "knownSince") };
  const isRunning = there !== undefined && isOpen(there);
  return page(context, {
    title: say(isRunning ? CASE_FORM.suspect : CASE_FORM.openCase),
    children: (
      <section class="panel acts">
        <p dir="auto">{say(CASE.inProject, { what: nameOfSubject(about), project: about.project })}</p>
        <Trouble why={why} />
        {there === undefined ? undefined : (
          <p>
            <a href={caseLink(there)}>{say(CASE_FORM.openedMeanwhile)}</a>
          </p>
        )}
        <OpenCaseForm
          subject={about}
          open={isRunning ? there : undefined}
          sent={{ ...fields, operations, problems }}
        />
      </section>
    ),
  });
}

function nameOfSubject(about: CaseAbout): string {
  switch (about.about) {
    case "notification":
      return numberIn(about.name);
    case "wallet":
      return about.address;
    case "user":
      return about.user;
  }
}
