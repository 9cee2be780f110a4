/** What makes a call to a stack's own endpoints count as the service's. */

import { liveValues } from "../aws/secret-documents.ts";
import { type SignedParts, sign } from "../contract/signature.ts";
import { Failure } from "./failure.ts";
import { SecretStore } from "./secret-store.ts";
import type { Target } from "./target.ts";

/**
 * The newest live webhook secret of a project.
 * @throws {Failure} where none is set
 */
export async function webhookSecret(target: Target, project: number, now: number): Promise<string> {
  const [newest] = liveValues(await new SecretStore(target).read("webhook", project), now);
  if (newest !== undefined) return newest;
  throw new Failure(
    `No webhook secret is set for project ${project} in ${target.name}: run "vigia secrets set --kind webhook --project ${project}${target.flag}".`,
  );
}

/** Makes the headers of a call, as the stack's authentication asks for them. */
export type Authenticator = (parts: SignedParts) => Record<string, string>;

/**
 * How calls on behalf of a project are authenticated.
 * @throws {Failure} where that needs a secret and none is set
 */
export async function authenticator(target: Target, project: number, now: number): Promise<Authenticator> {
  const { authentication, signatureHeader, timestampHeader } = target.inbound;
  if (authentication === "none") return () => ({});
  const secret = await webhookSecret(target, project, now);
  if (authentication === "api-key") return () => ({ "x-api-key": `ApiKey ${secret}` });
  return (parts) => ({ [signatureHeader]: sign(parts, secret), [timestampHeader]: parts.timestamp });
}
