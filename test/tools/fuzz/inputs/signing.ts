/** How a case's request is signed: rightly, or in a way that must be refused. */

import * as fc from "fast-check";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../../lib/contract/signature.ts";
import { canonicalText, type OracleSecret, readableBody, signatureOf } from "../checks/oracle.ts";
import { anyCase, type RawHeaders, spoiltSignature, timestampText } from "./hostile-headers.ts";
import { text } from "./hostile-text.ts";

/** The secrets that the fuzzed functions know, of the projects that the template gives them. */
export const SECRETS: readonly OracleSecret[] = [
  { projectId: 1, value: "fuzz-secret-of-project-1" },
  { projectId: 2, value: "fuzz-secret-of-project-2, zażółć" },
];

/** What proves a rehearsal. */
export const REHEARSAL_SECRET = "fuzz-secret-of-rehearsals";

export const SECRET_DOCUMENT = JSON.stringify({
  ...Object.fromEntries(SECRETS.map(({ projectId, value }) => [projectId, { webhookSecrets: [{ value }] }])),
  rehearsal: { secrets: [{ value: REHEARSAL_SECRET }] },
});

export interface Signing {
  secret: string;
  /** The timestamp header, from now in milliseconds. */
  timestamp(now: number): string;
  /** What becomes of the signature. */
  spoil(good: string): string;
  /** undefined for no header at all. */
  names: { signature: string | undefined; timestamp: string | undefined };
}

const secret = fc.constantFrom(...SECRETS.map(({ value }) => value));
const now = fc.constant((time: number) => String(time));
const kept = fc.constant((good: string) => good);
const names = fc.record({ signature: anyCase(SIGNATURE_HEADER), timestamp: anyCase(TIMESTAMP_HEADER) });

/** A secret that is nobody's. HMAC fills a short key up with zeros, so zeros at its end do not make another one. */
export const otherSecret: fc.Arbitrary<string> = fc
  .oneof(
    text,
    secret.map((value) => value.toUpperCase()),
    secret.map((value) => `${value} `),
    secret.map((value) => value.slice(1)),
    fc.constant(""),
  )
  .filter((value) => !SECRETS.some((known) => known.value === value.replace(/\0+$/, "")));

export const goodSigning: fc.Arbitrary<Signing> = fc.record({ secret, timestamp: now, spoil: kept, names });

const noHeader = fc.constant(undefined);

/** Any way of signing. */
export const signing: fc.Arbitrary<Signing> = fc.oneof(
  { weight: 5, arbitrary: goodSigning },
  { weight: 1, arbitrary: fc.record({ secret: otherSecret, timestamp: now, spoil: kept, names }) },
  { weight: 2, arbitrary: fc.record({ secret, timestamp: timestampText, spoil: kept, names }) },
  { weight: 2, arbitrary: fc.record({ secret, timestamp: now, spoil: spoiltSignature, names }) },
  {
    weight: 1,
    arbitrary: fc.record({
      secret,
      timestamp: now,
      spoil: kept,
      names: fc.oneof(
        fc.record({ signature: noHeader, timestamp: fc.constant(TIMESTAMP_HEADER) }),
        fc.record({ signature: fc.constant(SIGNATURE_HEADER), timestamp: noHeader }),
        fc.record({ signature: noHeader, timestamp: noHeader }),
      ),
    }),
  },
);

/** Whether a request that is signed so may be taken over HTTP, which trims the values of headers. */
export function mayBeTaken({ secret, timestamp, spoil, names }: Signing): boolean {
  const [time, good] = [Date.now(), signatureOf("GET", "/", "{}", "0", secret)];
  return (
    SECRETS.some(({ value }) => value === secret) &&
    /^\d+$/.test(timestamp(time)) &&
    Math.abs(Number(timestamp(time)) - time) <= 300_000 &&
    spoil(good).trim() === good &&
    names.signature !== undefined &&
    names.timestamp !== undefined
  );
}

/** The authentication headers of a request. The canonical form of a body that cannot be read does not matter. */
export function authenticationHeaders(
  { secret, timestamp, spoil, names }: Signing,
  { method, path, body }: { method: string; path: string; body: Uint8Array },
): RawHeaders {
  const time = timestamp(Date.now());
  const canonical = body.length === 0 ? "{}" : canonicalText(readableBody(body)?.value ?? {});
  const signature = spoil(signatureOf(method, path, canonical, time, secret));
  return [
    ...(names.signature === undefined ? [] : [names.signature, signature]),
    ...(names.timestamp === undefined ? [] : [names.timestamp, time]),
  ];
}
