/** Finds who sent a request: the projects whose secret it proves to know, and whether it is a rehearsal. */

import { createHash, timingSafeEqual } from "node:crypto";
import { apiKeyValue } from "../../contract/api-key.ts";
import { signatureFits, signedMessage } from "../../contract/signature.ts";
import type { Authentication, Project } from "../../settings/env.ts";
import {
  type InboundSecret,
  liveInboundSecrets,
  liveRehearsalSecrets,
} from "../../settings/secrets/live-secrets.ts";
import type { InboundDocument, inboundDocument } from "../../settings/secrets/secret-documents.ts";
import { type SecretDocument, SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import type { Credentials } from "./credentials.ts";

/** Authentication of calls in a deployment. */
export interface AuthenticationSettings {
  mode: Authentication;
  projects: readonly Project[];
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
  /**
   * Projects whose secret fits: one, unless several were given the same secret. Undefined if no credentials were
   * asked, under `none`.
   */
  projectIds: readonly number[] | undefined;
  /** True if the request proves to be a rehearsal, with a secret that the service does not have. */
  rehearsal: boolean;
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
  settings: AuthenticationSettings,
  now: number,
): Promise<Sender | undefined> {
  const { mode, secret } = settings;
  if (mode === "none" && credentials.rehearsal === undefined)
    return { projectIds: undefined, rehearsal: false };
  const proofs = proofsOf(credentials, signed);
  const held = await secret.current(now);
  const sender = senderBy(proofs, held, settings, now);
  if (sender !== undefined) return sender;

  const refreshed = await secret.refreshed(now);
  if (mode !== "none" && liveSecrets(refreshed ?? held, settings, now).length === 0) {
    throw new SecretUnavailableError(
      'No webhook secret is set for any project: run "vigia secrets set --project <id> --kind webhook" for each.',
    );
  }
  return refreshed === undefined ? undefined : senderBy(proofs, refreshed, settings, now);
}

/** Reports whether credentials prove knowledge of a secret. */
type Proof = (secret: string) => boolean;

interface Proofs {
  /** Of a project's secret. */
  project: Proof;
  /** Of the rehearsal secret; undefined where none is claimed. */
  rehearsal: Proof | undefined;
}

function proofsOf(credentials: Credentials, { method, paths, canonicalBody }: Signed): Proofs {
  const { signature, keys, rehearsal, timestamp } = credentials;
  const body = signature === undefined && rehearsal === undefined ? undefined : canonicalBody();
  const messages =
    body === undefined
      ? []
      : paths.map((path) => signedMessage({ method, path, canonicalBody: body, timestamp }));
  const proofBy =
    (given: string): Proof =>
    (secret) =>
      messages.some((message) => signatureFits(given, message, secret));
  return {
    project:
      signature === undefined
        ? (secret) => keys.some((key) => sameText(key, apiKeyValue(secret)))
        : proofBy(signature),
    rehearsal: rehearsal === undefined ? undefined : proofBy(rehearsal),
  };
}

function senderBy(
  proofs: Proofs,
  document: InboundDocument,
  settings: AuthenticationSettings,
  now: number,
): Sender | undefined {
  const { mode } = settings;
  const fitting = liveSecrets(document, settings, now).filter(({ value }) => proofs.project(value));
  const projectIds = mode === "none" ? undefined : [...new Set(fitting.map(({ projectId }) => projectId))];
  if (projectIds?.length === 0) return undefined;
  if (proofs.rehearsal === undefined) return { projectIds, rehearsal: false };
  const proven = liveRehearsalSecrets(document, now).filter(proofs.rehearsal).length > 0;
  return proven ? { projectIds, rehearsal: true } : undefined;
}

function liveSecrets(
  document: InboundDocument,
  { mode, projects }: AuthenticationSettings,
  now: number,
): InboundSecret[] {
  if (mode === "none") return [];
  return liveInboundSecrets(
    document,
    projects.map(({ id }) => id),
    now,
  );
}

/** Compares texts of any length in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
