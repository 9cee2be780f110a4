/** Who may call what listens on this machine: its programs and whoever types an address, but no page of another site. */

import type { IncomingHttpHeaders } from "node:http";

/** A name that means this machine; anything else is a web page that was pointed here (DNS rebinding). */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** A page of this machine's own: without one, an address that was typed, and then the icon that goes with it. */
const OWN_SITE = new Set(["none", "same-origin"]);

/**
 * Whether a call comes from a program of this machine, not from a page in a browser. Browsers send `Origin` with what a
 * page's script or form posts, WebSockets included, and `Sec-Fetch-Site` with everything, an image's or a link's GET
 * too; those too old for it (Safari before 16.4) still name the page in `Referer`.
 */
export function isLocalCall(headers: IncomingHttpHeaders): boolean {
  const { host, origin, referer } = headers;
  const site = headers["sec-fetch-site"];
  return (
    host !== undefined &&
    LOCAL_HOST.test(host) &&
    origin === undefined &&
    (site === undefined || (typeof site === "string" && OWN_SITE.has(site))) &&
    (referer === undefined || URL.parse(referer)?.host === host)
  );
}
