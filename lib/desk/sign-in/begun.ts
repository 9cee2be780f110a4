/**
 * Sign-ins that a browser has begun and not finished. Each is a cookie of its own, named by its state, so that several tabs may sign
 * in at once. Nothing is stored elsewhere: anyone may begin a sign-in.
 */

import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { DeskContext } from "../frame/desk-context.ts";
import { OWN_COOKIE } from "../frame/own-cookie.ts";

/** Values that the issuer's answer has to fit. The issuer knows the state, and the browser alone the verifier. */
export interface SignInChecks {
  state: string;
  verifier: string;
}

interface BegunSignIn extends SignInChecks {
  /** The page that was asked for. */
  page: string;
}

const NAME = "vigia-begun-";

/** Begun sign-ins among the cookies of a request, with their states. */
const SENT_NAME = /^__Host-vigia-begun-([\w-]{43})$/;

/** A verifier, and a page in base64url. */
const VALUE = /^([\w-]{43})\.([\w-]+)$/;

/** A tab that waits at the issuer leads to its page for a working day. */
const KEPT_S = 8 * 60 * 60;

/** API Gateway refuses a request with more than 10,240 bytes of headers: most bytes of them for all begun sign-ins. */
const MOST_BYTES = 4_096;

/** Gives the browser a begun sign-in, and takes the oldest ones from it where they are too many. */
export function keepBegun(context: DeskContext, { state, verifier, page }: BegunSignIn): void {
  const value = `${verifier}.${Buffer.from(page).toString("base64url")}`;
  setCookie(context, `${NAME}${state}`, value, { ...OWN_COOKIE, maxAge: KEPT_S });
  let room = MOST_BYTES - bytesOf(state, value);
  // Browsers send the oldest first.
  for (const [olderState, olderValue] of [...cookiesIn(context)].reverse()) {
    room -= bytesOf(olderState, olderValue);
    if (room < 0) forgetBegun(context, olderState);
  }
}

/** The sign-in that this browser has begun under a state. */
export function begunUnder(context: DeskContext, state: string): BegunSignIn | undefined {
  const [, verifier, page] = VALUE.exec(cookiesIn(context).get(state) ?? "") ?? [];
  if (verifier === undefined || page === undefined) return undefined;
  return { state, verifier, page: Buffer.from(page, "base64url").toString() };
}

/** Takes a begun sign-in from the browser. */
export function forgetBegun(context: DeskContext, state: string): void {
  deleteCookie(context, `${NAME}${state}`, OWN_COOKIE);
}

/** Values by state. */
function cookiesIn(context: DeskContext): Map<string, string> {
  return new Map(
    Object.entries(getCookie(context)).flatMap(([name, value]): [string, string][] => {
      const [, state] = SENT_NAME.exec(name) ?? [];
      return state === undefined ? [] : [[state, value]];
    }),
  );
}

/** As the browser sends them. */
function bytesOf(state: string, value: string): number {
  return Buffer.byteLength(`__Host-${NAME}${state}=${value}; `);
}
