/** Why a captured request's signature fails: the clock, the path, the body or the secret. */

import { createHmac } from "node:crypto";
import { SIGNATURE_WINDOW_MS } from "../../../contract/signature.ts";
import type { CapturedRequest } from "./captured-request.ts";
import {
  bodyVariants,
  type Candidate,
  keyVariants,
  methodVariants,
  pathVariants,
  timestampVariants,
} from "./signature-variants.ts";

/** What was found about one part. */
export interface SignatureFinding {
  part: "headers" | "clock" | "method" | "path" | "body" | "secret" | "signature";
  ok: boolean;
  text: string;
}

/** What is needed besides the request. */
export interface Circumstances {
  signatureHeader: string;
  timestampHeader: string;
  candidates: readonly Candidate[];
  /** When it was received, in milliseconds. */
  at: number;
}

/** Everything that is wrong, and what is right. */
export function diagnose(request: CapturedRequest, circumstances: Circumstances): SignatureFinding[] {
  const { signatureHeader, timestampHeader, candidates, at } = circumstances;
  const signature = request.headers.get(signatureHeader);
  const timestamp = request.headers.get(timestampHeader);
  if (signature === undefined || timestamp === undefined) {
    const missing = [
      signature === undefined ? signatureHeader : "",
      timestamp === undefined ? timestampHeader : "",
    ];
    return [{ part: "headers", ok: false, text: `it has no ${missing.filter(Boolean).join(" and no ")}` }];
  }
  return [clockFinding(timestamp, at), ...signatureFindings(request, signature, timestamp, candidates, at)];
}

function clockFinding(timestamp: string, at: number): SignatureFinding {
  if (!/^\d{1,16}$/.test(timestamp))
    return { part: "clock", ok: false, text: "the timestamp is not milliseconds since 1970, digits only" };
  const signedAt = Number(timestamp);
  const off = at - signedAt;
  if (Math.abs(off) <= SIGNATURE_WINDOW_MS) return { part: "clock", ok: true, text: `signed ${apart(off)}` };
  if (Math.abs(at - signedAt * 1_000) <= SIGNATURE_WINDOW_MS)
    return { part: "clock", ok: false, text: "the timestamp is in seconds; it must be in milliseconds" };
  return {
    part: "clock",
    ok: false,
    text: `signed ${apart(off)}, more than five minutes: a clock is wrong, or it was sent late or again`,
  };
}

/** How far apart signing and receiving were, in words. */
function apart(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1_000);
  const length =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3_600)} h`;
  return `${length} ${offMs >= 0 ? "before" : "after"} it was received`;
}

/** One way of signing: its parts, and in which of them it differs from the right way. */
interface Attempt {
  message: string;
  notes: readonly SignatureFinding[];
}

function signatureFindings(
  request: CapturedRequest,
  signature: string,
  timestamp: string,
  candidates: readonly Candidate[],
  at: number,
): SignatureFinding[] {
  if (candidates.length === 0)
    return [
      { part: "secret", ok: false, text: 'no webhook secret is set: set one with "vigia secrets set"' },
    ];
  const attempts = attemptsFor(request, timestamp);
  // What differs least is tried first: of two explanations the simpler one is the better.
  for (const { message, notes } of attempts.toSorted((a, b) => a.notes.length - b.notes.length)) {
    for (const candidate of candidates) {
      for (const { value: key, note } of keyVariants(candidate.secret.value)) {
        const digest = createHmac("sha256", key).update(message).digest();
        const form = formOf(digest, signature);
        if (form === undefined) continue;
        return [
          ...notes,
          ...(note === undefined
            ? []
            : [{ part: "secret" as const, ok: false, text: `the secret was used ${note}` }]),
          ...(form === "base64"
            ? []
            : [{ part: "signature" as const, ok: false, text: `it is ${form}; it must be base64` }]),
          secretFinding(candidate, at),
        ];
      }
    }
  }
  const tried = new Set(candidates.map(({ projectId }) => projectId));
  return [
    {
      part: "secret",
      ok: false,
      text: `none of the secrets of project ${[...tried].join(", ")} gives this signature in any way that is known: either it was signed with another secret (compare with the service's dashboard), or the body was changed on the way`,
    },
  ];
}

function attemptsFor({ method, path, body }: CapturedRequest, timestamp: string): Attempt[] {
  const differing = (part: SignatureFinding["part"], note: string | undefined): SignatureFinding[] =>
    note === undefined
      ? []
      : [{ part, ok: false, text: `the ${part === "clock" ? "timestamp" : part} was signed ${note}` }];
  const bodies = bodyVariants(body);
  return methodVariants(method).flatMap((verb) =>
    pathVariants(path).flatMap((way) =>
      timestampVariants(timestamp).flatMap((time) =>
        bodies.map((text) => ({
          message: [verb.value, way.value, text.value, time.value].join("::"),
          notes: [
            ...differing("method", verb.note),
            ...differing("path", way.note),
            ...differing("body", text.note),
            ...differing("clock", time.note),
          ],
        })),
      ),
    ),
  );
}

function formOf(digest: Buffer, signature: string): "base64" | "base64url" | "hexadecimal" | undefined {
  if (digest.toString("base64") === signature) return "base64";
  if (digest.toString("base64url") === signature) return "base64url";
  return digest.toString("hex") === signature.toLowerCase() ? "hexadecimal" : undefined;
}

function secretFinding({ projectId, secret }: Candidate, at: number): SignatureFinding {
  const until = secret.until;
  if (until === undefined)
    return { part: "secret", ok: true, text: `the current one of project ${projectId}` };
  const live = Date.parse(until) > at;
  const ends = live ? `an older one of project ${projectId}, accepted until ${until}` : "";
  return {
    part: "secret",
    ok: live,
    text: live ? ends : `one of project ${projectId} that ended at ${until}: the service still signs with it`,
  };
}
