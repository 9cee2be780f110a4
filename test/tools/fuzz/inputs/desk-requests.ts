/** Arbitrary requests at the desk: their page, method, parameters, headers, body and cookie. */

import * as fc from "fast-check";
import type { RawHeaders } from "./hostile-headers.ts";
import { otherHeaders } from "./hostile-headers.ts";
import { markup } from "./hostile-markup.ts";
import { CANARY, text } from "./hostile-text.ts";

/** Who asks: nobody, somebody with a cookie that opens nothing, or somebody who is signed in. */
export type Asker = "nobody" | "a stranger" | "an auditor" | "an officer";

export interface DeskRequest {
  asker: Asker;
  method: string;
  target: string;
  headers: RawHeaders;
  body: string;
}

const PATHS = [
  ...["/", "/notifications", "/notification", "/wallets", "/wallet", "/scans", "/sign-in", "/signed-in"],
  ...[
    "/signed-out",
    "/language",
    "/health",
    "/notifications.csv",
    "/wallets.csv",
    "/scans.csv",
    "/inbox.csv",
    "/case",
    "/evidence",
    "/month",
    "/overview",
    "/overview.csv",
    "/together",
    "/audit",
    "/audit.csv",
  ],
  ...[
    "/assets/x/desk.css",
    "/favicon.ico",
    "/robots.txt",
    "//",
    "/../..",
    "/notification/1",
    "/%2e%2e",
    "/a%2Fb",
  ],
];

const NAMES = [
  ...["older", "newer", "below", "name", "project", "address", "chain", "user", "wallet", "law", "country"],
  ...["risk", "kind", "since", "until", "page", "state", "code", "before", "after", "language", "by", "run"],
  ...["subject", "opened", "month", "day", "act", "step", "cases", "count", "size", "seed", "check"],
  ...["__proto__", "constructor", "x"],
];

const WORDS = [
  ...[
    "",
    "1",
    "2",
    "0",
    "-1",
    "1e0",
    "01",
    "9".repeat(30),
    "illegal",
    "none",
    "notification",
    "1#1",
    "1#1#x",
  ],
  ...[
    "notification#1#1",
    "notification#1#2",
    "wallet#1#0xabc#1",
    "month#1#2026-01",
    "once",
    "2026-01",
    "9999-12",
  ],
  ...["rehearsal#1#1", "2026-01-01", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z#aaaaaaaaaaaa"],
  ...[
    "2026-01-01T00:00:00.000Z#1#1",
    "9999-99-99",
    `${"0".repeat(15)}60.000000#1#3#0xabc#1`,
    "/",
    "//x",
    "\\\\x",
  ],
  ...[`0x${"1".repeat(40)}`, "a".repeat(901), "a".repeat(1_025), "a".repeat(2_049), "%00", "score", "rise"],
];

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: markup },
  { weight: 2, arbitrary: text },
);

const encoder = fc.constantFrom<(text: string) => string>(
  (one) => encodeURIComponent(one.toWellFormed()),
  (one) => encodeURIComponent(one.toWellFormed()),
  (one) => encodeURIComponent(one.toWellFormed()).replaceAll("%20", "+"),
  (one) => encodeURIComponent(encodeURIComponent(one.toWellFormed())),
  () => "%",
  () => "%zz",
  () => "%C0%80",
);

const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value, encoder), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, one, encode]) => `${name}=${encode(one)}`).join("&"));

const ORIGINS = ["https://evil.example", "null", "", CANARY];

const headers: fc.Arbitrary<RawHeaders> = fc
  .tuple(
    otherHeaders,
    fc.constantFrom<RawHeaders>(
      [],
      ["sec-fetch-mode", "cors"],
      ["sec-fetch-mode", "navigate"],
      ...ORIGINS.map((origin) => ["origin", origin]),
      ["accept-encoding", "gzip"],
      ["accept-language", "es;q=0.9,*;q=zz"],
      ["accept-language", CANARY],
    ),
    fc.constantFrom<RawHeaders>(
      [],
      ["content-type", "application/x-www-form-urlencoded"],
      ["content-type", "application/json"],
      ["content-type", "multipart/form-data; boundary=x"],
    ),
  )
  // The cookie is the asker's own.
  .map((parts) => {
    const all = parts.flat();
    return all.filter((_, at) => all[at - (at % 2)]?.toLowerCase() !== "cookie");
  });

export const deskRequest: fc.Arbitrary<DeskRequest> = fc.record({
  asker: fc.constantFrom<Asker>(
    "nobody",
    "a stranger",
    "an auditor",
    "an auditor",
    "an officer",
    "an officer",
  ),
  method: fc.constantFrom(
    ...[
      "GET",
      "GET",
      "GET",
      "GET",
      "GET",
      "GET",
      "HEAD",
      "POST",
      "POST",
      "PUT",
      "DELETE",
      "OPTIONS",
      "TRACE",
    ],
    ...["PATCH", "CONNECT"],
  ),
  target: fc.tuple(fc.constantFrom(...PATHS), query).map(([path, asked]) => `${path}${asked && `?${asked}`}`),
  headers,
  body: fc.oneof(
    fc.constant(""),
    fc.constantFrom("project=9", "project=1&project=1", "language=xx"),
    text,
    query,
  ),
});
