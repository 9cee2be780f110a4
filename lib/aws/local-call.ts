/** Callers of the servers on this machine: its programs and people who type an address, but no page of another site. */

import type { IncomingHttpHeaders } from "node:http";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/i;

/** Reports whether a host name, as in a URL, means this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** A page of this machine's own: without one, an address that was typed, and then the icon that goes with it. */
const OWN_SITE = new Set(["none", "same-origin"]);

/** Reports whether a call names this machine: another name is that of a web page that was pointed here (DNS rebinding). */
export function isToThisMachine({ host }: IncomingHttpHeaders): boolean {
  return host !== undefined && isLoopback(host.replace(/:\d{1,5}$/, ""));
}

/**
 * Reports whether a call comes from a program of this machine, not from a page in a browser. Browsers send `Origin` with what a
 * page's script or form posts, WebSockets included, and `Sec-Fetch-Site` with everything, an image's or a link's GET
 * too; those too old for it (Safari before 16.4) still name the page in `Referer`.
 */
export function isLocalCall(headers: IncomingHttpHeaders): boolean {
  const { host, origin, referer } = headers;
  const site = headers["sec-fetch-site"];
  return (
    isToThisMachine(headers) &&
    origin === undefined &&
    (site === undefined || (typeof site === "string" && OWN_SITE.has(site))) &&
    (referer === undefined || URL.parse(referer)?.host === host)
  );
}
