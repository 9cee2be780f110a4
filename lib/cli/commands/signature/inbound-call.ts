/** Calls of a stack's own endpoints that count as the service's. */

import { API_KEY_HEADERS, apiKeyValue } from "../../../contract/api-key.ts";
import { REHEARSAL_HEADER, type SignedParts, sign } from "../../../contract/signature.ts";
import { liveValues } from "../../../secrets/secret-documents.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { SecretStore } from "../secrets/secret-store.ts";

/**
 * The newest live webhook secret of a project.
 * @throws {CommandError} where none is set
 */
export async function webhookSecret(target: Target, project: number, now: number): Promise<string> {
  const [newest] = liveValues(await new SecretStore(target).read("webhook", project), now);
  if (newest !== undefined) return newest;
  throw new CommandError(
    `No webhook secret is set for project ${project} in ${target.name}: run "vigia secrets set --kind webhook --project ${project}${target.flag}".`,
  );
}

/**
 * The newest live rehearsal secret.
 * @throws {CommandError} where none is set
 */
async function rehearsalSecret(target: Target, now: number): Promise<string> {
  const [newest] = liveValues(await new SecretStore(target).read("rehearsal", undefined), now);
  if (newest !== undefined) return newest;
  throw new CommandError(
    `No rehearsal secret is set in ${target.name}: run "vigia secrets set --kind rehearsal${target.flag}", which makes one up.`,
  );
}

/** Makes the headers of a call, as the stack's authentication asks for them. */
export type Authenticator = (parts: SignedParts) => Record<string, string>;

/**
 * Authentication of calls on behalf of a project.
 * @throws {CommandError} where that needs a secret and none is set
 */
export async function authenticator(target: Target, project: number, now: number): Promise<Authenticator> {
  const { authentication, signatureHeader, timestampHeader } = target.inbound;
  if (authentication === "none") return () => ({});
  const secret = await webhookSecret(target, project, now);
  if (authentication === "api-key") return () => ({ [API_KEY_HEADERS[0]]: apiKeyValue(secret) });
  return (parts) => ({ [signatureHeader]: sign(parts, secret), [timestampHeader]: parts.timestamp });
}

/**
 * The same for rehearsals, which prove to be some beside.
 * @throws {CommandError} where a secret that is needed is not set
 */
export async function rehearsalAuthenticator(
  target: Target,
  project: number,
  now: number,
): Promise<Authenticator> {
  const authenticate = await authenticator(target, project, now);
  const secret = await rehearsalSecret(target, now);
  const { timestampHeader } = target.inbound;
  return (parts) => ({
    ...authenticate(parts),
    [REHEARSAL_HEADER]: sign(parts, secret),
    [timestampHeader]: parts.timestamp,
  });
}
