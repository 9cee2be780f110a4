/** Decides who sent a request: the project whose secret it proves to know. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { inboundDocument } from "../aws/secret-documents.ts";
import {
  type InboundSecret,
  liveInboundSecrets,
  type SecretDocument,
  SecretUnavailable,
} from "../aws/secrets.ts";
import { isFresh, signatureFits } from "../contract/signature.ts";
import type { Authentication, Project } from "../env.ts";
import type { InboundRequest } from "./http-event.ts";

/** How a deployment authenticates calls. */
export interface AuthenticationSettings {
  mode: Authentication;
  signatureHeader: string;
  timestampHeader: string;
  projects: readonly Project[];
  secret: SecretDocument<typeof inboundDocument>;
}

/** Who sent a request; the project is undefined where nobody was asked, under `none`. */
export interface Sender {
  projectId: number | undefined;
}

/**
 * Checks a request against every live secret of every project. Every secret is tried whichever fits, so that the time
 * taken does not tell which one did.
 * @param paths the paths that may have been signed
 * @param now milliseconds
 * @returns the sender; undefined where no secret fits
 * @throws {SecretUnavailable} when the secrets cannot be read, or none is set
 */
export async function authenticate(
  request: InboundRequest,
  paths: readonly string[],
  canonicalBody: string,
  settings: AuthenticationSettings,
  now: number,
): Promise<Sender | undefined> {
  if (settings.mode === "none") return { projectId: undefined };
  const projectIds = settings.projects.map(({ id }) => id);
  const fits = proofOf(request, paths, canonicalBody, settings, now);

  const held = liveInboundSecrets(await settings.secret.current(now), projectIds, now);
  const sender = senderAmong(held, fits);
  if (sender !== undefined) return sender;

  const document = await settings.secret.refreshed(now);
  const secrets = document === undefined ? held : liveInboundSecrets(document, projectIds, now);
  if (secrets.length === 0) {
    throw new SecretUnavailable(
      'No webhook secret is set for any project: run "vigia secrets set --project <id> --kind webhook" for each.',
    );
  }
  return senderAmong(secrets, fits);
}

/** Whether a request proves to know a secret. */
type Proof = (secret: string) => boolean;

function proofOf(
  { method, headers }: InboundRequest,
  paths: readonly string[],
  canonicalBody: string,
  settings: AuthenticationSettings,
  now: number,
): Proof {
  if (settings.mode === "api-key") {
    const given = [headers["x-api-key"], headers["x-api-header"]].filter((key) => key !== undefined);
    return (secret) => given.some((key) => sameText(key, `ApiKey ${secret}`));
  }
  const signature = headers[settings.signatureHeader.toLowerCase()] ?? "";
  const timestamp = headers[settings.timestampHeader.toLowerCase()] ?? "";
  if (!isFresh(timestamp, now)) return () => false;
  return (secret) =>
    paths.some((path) => signatureFits(signature, { method, path, canonicalBody, timestamp }, secret));
}

function senderAmong(secrets: readonly InboundSecret[], fits: Proof): Sender | undefined {
  let sender: Sender | undefined;
  for (const { projectId, value } of secrets) {
    if (fits(value)) sender = { projectId };
  }
  return sender;
}

/** Compares texts of any length in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
