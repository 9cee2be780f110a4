/** A case that an officer opens: about a notification that is not flagged, a wallet or a user. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { StoredCase } from "../../cases/case.ts";
import { loggedName } from "../../cases/case-keys.ts";
import type { NewCase } from "../../cases/cases.ts";
import { casesOfOfficer } from "../../cases/new-case.ts";
import { OPEN, refusalsOf, refusalsOfNote } from "../../cases/rules.ts";
import type { StepRequest } from "../../cases/step.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import { mayActIn } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, type FormFields, formOf } from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { say } from "../frame/translator.ts";
import { type CaseAbout, caseAbout, OpenCaseForm } from "../kit/open-case.tsx";
import { knownSinceIn, noteIn } from "./step-form.ts";
import { Trouble, useProblem, type Why } from "./trouble.tsx";

const DAY_MS = 24 * 60 * 60_000;

/** When the form was shown, and the step that it makes where it asks for one. */
const shown = z.object({
  shownAt: z.string().check(z.refine(isInstant)),
  act: z.optional(z.literal("suspect")),
  step: z.uuid(),
});

export function addOpenCase(app: Hono<DeskEnv>, { environment, stores }: Desk): void {
  const { DEADLINES: rules } = environment;
  const { cases: queries, steps: store, notifications, wallets } = stores;
  app.post("/open-case", async (context) => {
    const fields = await formOf(context);
    const about = caseAbout.safeParse(fields).data;
    const form = shown.safeParse(fields).data;
    const now = new Date();
    const { subject: officer, name } = context.var.person;
    const shownNow = { ...fields, shownAt: now.toISOString() };
    if (about === undefined || form === undefined || form.shownAt > now.toISOString())
      return badRequest(context);
    if (!mayActIn(context.var.access, about.project))
      return forbidden(context, CASE.notRecorded, CASE.mayNotAct);
    // A page of yesterday says nothing of what is there today, and a case is as old as its opening.
    if (form.shownAt < new Date(now.getTime() - DAY_MS).toISOString())
      return again(context, about, shownNow, { why: ["faster"], status: 409 });
    const first = await newCaseOf(about, now);
    // The form names the project, and what it is about may be another's.
    if (first === undefined || first.projectId !== about.project) return notFound(context, CASE.notFound);
    const note = noteIn(fields);
    const at = momentOf(context);
    const suspicion: StepRequest | undefined = form.act && {
      kind: form.act,
      knownSince: knownSinceIn(fields, at.now, environment.TIME_ZONE),
    };
    const why = [
      ...refusalsOfNote(note, true),
      ...(suspicion === undefined ? [] : refusalsOf(suspicion, OPEN, at)),
    ];
    if (why.length > 0) return again(context, about, fields, { why, status: 422 });
    /** Once, however often the form is sent. */
    const suspect = async (there: StoredCase) => {
      if (suspicion !== undefined && refusalsOf(suspicion, there, at).length === 0)
        await store.add(there, { id: form.step, at: at.now, by: { subject: officer, name }, ...suspicion });
      const id = suspicion === undefined ? there.opening.id : form.step;
      return context.redirect(addressAfter(caseLink(there), id, [there]), 303);
    };
    const before = first.kind === "notification" ? undefined : (await queries.ofSubject(first.subject))[0];
    // A wallet or user has one open case at a time: two who saw the same cases before put it under the same key.
    const found = { ...first, opened: before?.decidedAt ?? first.opened };
    const isKnown = before !== undefined && (before.outcome === undefined || found.opened >= form.shownAt);
    const made = isKnown ? undefined : await store.open(found, now, { by: { subject: officer, name }, note });
    if (made !== undefined) {
      logger.info("a case was opened at the desk", { case: loggedName(made), subject: officer });
      return suspect(made);
    }
    const there = await store.read(isKnown ? before : found);
    if (there === undefined) return notFound(context, CASE.notFound);
    // The same form again; any other reason is kept on the page.
    if (there.opening.note === note && there.opening.by?.subject === officer) return suspect(there);
    return again(context, about, shownNow, { why: ["faster"], href: caseLink(there), status: 409 });
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

function again(
  context: DeskContext,
  about: CaseAbout,
  fields: FormFields,
  { why, href, status }: { why: readonly Why[]; href?: string; status: 409 | 422 },
) {
  context.status(status);
  const sent = { fields, why };
  const problems = { note: useProblem(sent, "note"), knownSince: useProblem(sent, "knownSince") };
  return page(context, {
    title: say(CASE_FORM.openCase),
    children: (
      <section class="panel acts">
        <Trouble why={why} />
        {href === undefined ? undefined : (
          <p>
            <a href={href}>{say(CASE_FORM.openedMeanwhile)}</a>
          </p>
        )}
        <OpenCaseForm of={about} sent={{ ...fields, problems }} />
      </section>
    ),
  });
}
