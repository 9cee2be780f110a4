/** Finds who sent a request: the projects whose secret it proves to know. */

import { createHash, timingSafeEqual } from "node:crypto";
import { apiKeyValue } from "../../contract/api-key.ts";
import { signatureFits, signedMessage } from "../../contract/signature.ts";
import type { Authentication } from "../../settings/env.ts";
import { type InboundSecret, liveInboundSecrets } from "../../settings/secrets/live-secrets.ts";
import type { InboundDocument, inboundDocument } from "../../settings/secrets/secret-documents.ts";
import { type SecretDocument, SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import type { Credentials } from "./credentials.ts";

/** Authentication of calls in a stack. */
export interface AuthenticationSettings {
  mode: Authentication;
  /** Projects that a call may be for: under `none` the only one, and otherwise the test project too. */
  projectIds: readonly number[];
  secret: SecretDocument<typeof inboundDocument>;
}

/** The parts of a request that a signature covers, beside the time. */
interface Signed {
  method: string;
  /** The paths that may have been signed. */
  paths: readonly string[];
  /** The body's canonical form; undefined where it cannot be read. Asked for only where a signature is checked. */
  canonicalBody(): string | undefined;
}

export interface Sender {
  /** Projects whose secret fits: one, unless several were given the same secret. Under `none` the stack's only project. */
  projectIds: readonly [number, ...number[]];
}

/**
 * Checks credentials against every live secret of every project. Every secret is tried even after one fits, so that the
 * time taken does not show which one did.
 * @param now milliseconds
 * @returns the sender; undefined where no secret fits
 * @throws {SecretUnavailableError} when the secrets cannot be read, or none is set
 */
export async function findSender(
  credentials: Credentials,
  signed: Signed,
  { mode, projectIds, secret }: AuthenticationSettings,
  now: number,
): Promise<Sender | undefined> {
  if (mode === "none") return senderOf(projectIds);
  const proves = proofOf(credentials, signed);
  const live = (document: InboundDocument) => liveInboundSecrets(document, projectIds, now);
  const held = live(await secret.current(now));
  const sender = senderBy(proves, held);
  if (sender !== undefined) return sender;

  const document = await secret.refreshed(now);
  const refreshed = document === undefined ? undefined : live(document);
  if ((refreshed ?? held).length === 0) {
    throw new SecretUnavailableError(
      'No webhook secret is set for any project: run "vigia secrets set --project <id> --kind webhook" for each.',
    );
  }
  return refreshed === undefined ? undefined : senderBy(proves, refreshed);
}

/** Reports whether credentials prove knowledge of a secret. */
type Proof = (secret: string) => boolean;

function proofOf({ signature, keys, timestamp }: Credentials, signed: Signed): Proof {
  if (signature === undefined) return (secret) => keys.some((key) => sameText(key, apiKeyValue(secret)));
  const { method, paths } = signed;
  const canonicalBody = signed.canonicalBody();
  const messages =
    canonicalBody === undefined
      ? []
      : paths.map((path) => signedMessage({ method, path, canonicalBody, timestamp }));
  return (secret) => messages.some((message) => signatureFits(signature, message, secret));
}

function senderBy(proves: Proof, secrets: readonly InboundSecret[]): Sender | undefined {
  const fitting = secrets.filter(({ value }) => proves(value));
  return senderOf(fitting.map(({ projectId }) => projectId));
}

function senderOf(projectIds: readonly number[]): Sender | undefined {
  const [first, ...others] = new Set(projectIds);
  return first === undefined ? undefined : { projectIds: [first, ...others] };
}

/** Compares texts of any length in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
