/** Signing in, coming back, and signing out: the pages without a session. */

import { isDeepStrictEqual } from "node:util";
import type { Hono } from "hono";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import { SIGN_IN } from "../../i18n/catalogue/desk/frame.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { accessOf, type DeskGroups } from "../frame/access.ts";
import type { DeskContext, DeskEnv } from "../frame/desk-context.ts";
import type { DeskPerson, DeskSessionStore } from "../frame/desk-sessions.ts";
import { notice } from "../frame/layout.tsx";
import { ownPage, signInLink } from "../frame/own-page.ts";
import { say } from "../frame/translator.ts";
import { begunUnder, forgetBegun, keepBegun, type SignInChecks } from "./begun.ts";
import { type Refusal, refusalBy } from "./failures.ts";
import type { Issuer } from "./issuer.ts";
import { forgetSession, IDLE_MS, keepSession, LONGEST_MS, sessionIdIn, sessionOf } from "./session.tsx";

interface SignInOptions {
  sessions: DeskSessionStore;
  issuer: Issuer;
  /** URL of the desk, without a slash at the end. */
  deskUrl: string;
  groups: DeskGroups;
}

export function addSignIn(app: Hono<DeskEnv>, options: SignInOptions): void {
  app.get("/sign-in", (context) => begin(context, options));
  app.get("/signed-in", (context) => finish(context, options));
  app.post("/sign-out", (context) => signOut(context, options));
  app.get("/signed-out", (context) =>
    notice(
      context,
      200,
      SIGN_IN.signedOut,
      <a class="btn main" href="/sign-in">
        {say(SIGN_IN.signIn)}
      </a>,
    ),
  );
}

async function begin(context: DeskContext, options: SignInOptions) {
  const page = ownPage(context.req.query("page"), options.deskUrl);
  // A stranger's link must not replace an open session.
  if (await isSignedIn(context, options)) return context.redirect(page, 303);
  try {
    const { url, checks } = await options.issuer.begin();
    keepBegun(context, { ...checks, page: pathOf(page) });
    return context.redirect(url.href, 303);
  } catch (error) {
    logger.error("no one can sign in to the desk: check that the issuer in its settings exists", {
      ...errorOrigin(error),
    });
    return unavailable(context, page);
  }
}

/** Whether a person has a session, and access by it. */
async function isSignedIn(context: DeskContext, { sessions, groups }: SignInOptions): Promise<boolean> {
  const session = await sessionOf(context, sessions, Date.now());
  return session !== undefined && accessOf(session.person.groups, groups) !== undefined;
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** Takes back who comes from the issuer. Only a sign-in that succeeds is used up. */
async function finish(context: DeskContext, options: SignInOptions) {
  const { state = "" } = context.req.query();
  const begun = begunUnder(context, state);
  const page = ownPage(begun?.page, options.deskUrl);
  const answer = await answerOf(context, options, begun);
  if (answer.kind === "identified") {
    forgetBegun(context, state);
    if (accessOf(answer.person.groups, options.groups) === undefined)
      logger.warn("a person signed in who is in no group of the desk", { ...answer.report });
    return letIn(context, options, answer.person, page);
  }
  if (answer.kind === "unverified") return unverified(context);
  // Another tab was faster, or the address is a stranger's.
  if (await isSignedIn(context, options)) return context.redirect(page, 303);
  switch (answer.kind) {
    case "unfit":
    case "stale":
      return unfit(context, page);
    case "unreachable":
      return unavailable(context, page);
    default:
      return refused(context, answer.kind, page);
  }
}

/** The issuer's answer to a begun sign-in, as the address of a return has it. */
async function answerOf(
  context: DeskContext,
  { issuer, deskUrl }: SignInOptions,
  begun: SignInChecks | undefined,
) {
  const { code, error } = context.req.query();
  if (error !== undefined) {
    const failure = refusalBy(error);
    logger.warn("the issuer refused a sign-in", { ...failure });
    return failure;
  }
  if (begun === undefined || code === undefined) return { kind: "unfit" } as const;
  return issuer.finish(new URL(pathOf(context.req.url), deskUrl), begun);
}

async function letIn(context: DeskContext, { sessions }: SignInOptions, person: DeskPerson, page: string) {
  const now = Date.now();
  if (person.until !== undefined && now >= person.until) return ended(context);
  const present = await sessionOf(context, sessions, now);
  // Another tab of the same person, whose pages may be loading.
  if (present !== undefined && isDeepStrictEqual(present.person, person)) {
    await sessions.renew(present.id, now + IDLE_MS);
    return context.redirect(page, 303);
  }
  keepSession(context, await sessions.open({ endsAt: now + LONGEST_MS, idleUntil: now + IDLE_MS, person }));
  if (present !== undefined) await sessions.end(present.id);
  logger.info("signed in at the desk", { subject: person.subject });
  return context.redirect(page, 303);
}

async function signOut(context: DeskContext, { sessions, issuer, deskUrl }: SignInOptions) {
  const id = sessionIdIn(context);
  if (id !== undefined) await sessions.end(id);
  forgetSession(context);
  const after = `${deskUrl}/signed-out`;
  const url = (await issuer.signOutUrl(after).catch(() => undefined)) ?? after;
  // Not a redirect: the page's policy would let no form lead to the issuer.
  context.header("refresh", `0;url=${url}`);
  return notice(
    context,
    200,
    SIGN_IN.signingOut,
    <a class="btn main" href={url}>
      {say(SIGN_IN.goOn)}
    </a>,
  );
}

/** The page for a user who may not sign in. It has no way to sign in again: the issuer would send them back at once. */
function ended(context: DeskContext) {
  return notice(context, 403, SIGN_IN.ended, <p>{say(SIGN_IN.askForAccess)}</p>);
}

/** A return that belongs to nothing that this browser has begun, or that came before: it ends nothing. */
function unfit(context: DeskContext, page: string) {
  return notice(
    context,
    400,
    SIGN_IN.failed,
    <>
      <p>{say(SIGN_IN.whyFailed)}</p>
      <SignInAgain page={page} />
    </>,
  );
}

/** The page for a user without a verified address. It has no way to sign in again either: only the operator verifies an address. */
function unverified(context: DeskContext) {
  return notice(context, 403, SIGN_IN.unverified, <p>{say(SIGN_IN.askToVerify)}</p>);
}

/** Says why in words of ours: the issuer's text may be anyone's, since anyone can write such an address. */
function refused(context: DeskContext, why: Refusal, page: string) {
  return notice(
    context,
    403,
    SIGN_IN.refused,
    <>
      <p>{say(WHY_REFUSED[why])}</p>
      <SignInAgain page={page} />
    </>,
  );
}

const WHY_REFUSED = {
  denied: SIGN_IN.denied,
  unavailable: SIGN_IN.issuerInTrouble,
  misconfigured: SIGN_IN.misconfigured,
} as const satisfies Record<Refusal, Text>;

function unavailable(context: DeskContext, page: string) {
  return notice(
    context,
    503,
    SIGN_IN.unavailable,
    <>
      <p>{say(SIGN_IN.tryAgain)}</p>
      <SignInAgain page={page} />
    </>,
  );
}

function SignInAgain({ page }: { page: string }) {
  return (
    <a class="btn main" href={signInLink(pathOf(page))}>
      {say(SIGN_IN.signInAgain)}
    </a>
  );
}
