/** Signing in, coming back, and signing out: the pages without a session. */

import type { Hono } from "hono";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import { SIGN_IN } from "../../i18n/catalogue/desk/frame.ts";
import { accessOf } from "../frame/access.ts";
import type { DeskContext, DeskEnv } from "../frame/desk-context.ts";
import type { DeskSessionStore } from "../frame/desk-sessions.ts";
import { notice } from "../frame/layout.tsx";
import { ownPage } from "../frame/own-page.ts";
import { say } from "../frame/translator.ts";
import { type Issuer, UnverifiedEmailError } from "./issuer.ts";
import { forgetSession, IDLE_MS, keepSession, LONGEST_MS, sessionIdIn, sessionOf } from "./session.tsx";

/** Longest time at the issuer, in milliseconds. */
const SIGNING_IN_MS = 15 * 60_000;

interface SignInOptions {
  sessions: DeskSessionStore;
  issuer: Issuer;
  /** URL of the desk, without a slash at the end. */
  deskUrl: string;
  /** Projects with records. */
  projects: readonly number[];
}

export function addSignIn(app: Hono<DeskEnv>, options: SignInOptions): void {
  app.get("/sign-in", (context) => begin(context, options));
  app.get("/signed-in", (context) => finish(context, options));
  app.post("/sign-out", (context) => signOut(context, options));
  app.get("/signed-out", (context) =>
    notice(context, 200, SIGN_IN.signedOut, <a href="/sign-in">{say(SIGN_IN.signIn)}</a>),
  );
}

async function begin(context: DeskContext, { sessions, issuer, deskUrl, projects }: SignInOptions) {
  const page = ownPage(context.req.query("page"), deskUrl);
  const already = await sessionOf(context, sessions, Date.now());
  // A stranger's link must not replace an open session.
  if (already !== undefined && accessOf(already.person.groups, projects) !== undefined) {
    return context.redirect(page, 303);
  }
  try {
    const { url, checks } = await issuer.begin();
    const endsAt = Date.now() + SIGNING_IN_MS;
    const id = await sessions.open({ kind: "signing-in", endsAt, idleUntil: endsAt, ...checks, page });
    keepSession(context, id);
    return context.redirect(url.href, 303);
  } catch (error) {
    logger.error("no one can sign in to the desk: check that the issuer in its settings exists", {
      ...errorOrigin(error),
    });
    return notice(context, 503, SIGN_IN.unavailable, <p>{say(SIGN_IN.tryAgain)}</p>);
  }
}

async function finish(context: DeskContext, { sessions, issuer, deskUrl }: SignInOptions) {
  const id = sessionIdIn(context);
  const session = id === undefined ? undefined : await sessions.takeBegun(id, Date.now());
  if (session === undefined) return failed(context);
  try {
    const { pathname, search } = new URL(context.req.url);
    const person = await issuer.finish(new URL(`${pathname}${search}`, deskUrl), session);
    const now = Date.now();
    if (person.until !== undefined && now >= person.until) return ended(context);
    const times = { endsAt: now + LONGEST_MS, idleUntil: now + IDLE_MS };
    // A new id: the one before opens nothing.
    keepSession(context, await sessions.open({ kind: "signed-in", ...times, person }));
    logger.info("signed in at the desk", { subject: person.subject });
    return context.redirect(session.page, 303);
  } catch (error) {
    logger.warn("an answer of the issuer was refused", { ...errorOrigin(error) });
    return error instanceof UnverifiedEmailError ? unverified(context) : failed(context);
  }
}

async function signOut(context: DeskContext, { sessions, issuer, deskUrl }: SignInOptions) {
  const id = sessionIdIn(context);
  if (id !== undefined) await sessions.end(id);
  forgetSession(context);
  const after = `${deskUrl}/signed-out`;
  const url = (await issuer.signOutUrl(after).catch(() => undefined)) ?? after;
  // Not a redirect: the page's policy would let no form lead to the issuer.
  context.header("refresh", `0;url=${url}`);
  return notice(context, 200, SIGN_IN.signingOut, <a href={url}>{say(SIGN_IN.goOn)}</a>);
}

/** Not a way to sign in again: the issuer would send the user back at once. */
function ended(context: DeskContext) {
  return notice(context, 403, SIGN_IN.ended, <p>{say(SIGN_IN.askForAccess)}</p>);
}

/** Not a way to sign in again either: only the operator verifies an address. */
function unverified(context: DeskContext) {
  return notice(context, 403, SIGN_IN.unverified, <p>{say(SIGN_IN.askToVerify)}</p>);
}

function failed(context: DeskContext) {
  return notice(
    context,
    400,
    SIGN_IN.failed,
    <p>
      {say(SIGN_IN.whyFailed)} <a href="/sign-in">{say(SIGN_IN.signInAgain)}</a>
    </p>,
  );
}
