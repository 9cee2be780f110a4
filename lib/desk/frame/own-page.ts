/** Next page in the desk, from a form or a link, and the way to it through the sign-in. */

/** Paths that redirect, or need a form. */
const STEPS = new Set(["/sign-in", "/signed-in", "/sign-out", "/language", "/session"]);

/** Longer ones are not kept: anyone may ask to sign in, and what they ask for is stored. */
const MAX_LENGTH = 2_048;

/**
 * The address of a page of the desk, whole: of a path alone, such as `/..//other.example` becomes, a browser would take
 * what follows two slashes for another site. The steps of signing in are no pages to go on at.
 */
export function ownPage(page: string | undefined, deskUrl: string): string {
  const home = new URL("/", deskUrl);
  const url = page?.startsWith("/") === true ? URL.parse(page, deskUrl) : null;
  const isPage = url !== null && url.origin === home.origin && !STEPS.has(url.pathname);
  return isPage && url.href.length <= MAX_LENGTH ? url.href : home.href;
}

/** Signs a person in, and leads on. @param page its path and query */
export function signInLink(page: string): string {
  return `/sign-in?page=${encodeURIComponent(page)}`;
}
