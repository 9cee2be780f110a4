/** Calls of a stack's own endpoints that count as the service's. */

import { API_KEY_HEADERS, apiKeyValue } from "../../../contract/api-key.ts";
import { SIGNATURE_HEADER, type SignedParts, sign, TIMESTAMP_HEADER } from "../../../contract/signature.ts";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { SecretStore } from "../secrets/secret-store.ts";

/** Makes the headers of a call, as the stack's authentication asks for them. */
export type Authenticator = (parts: SignedParts) => Record<string, string>;

/**
 * Authentication of calls on behalf of a project.
 * @throws {CommandError} where that needs a secret and none is set, or for the test project if the settings have none
 */
export async function authenticator(target: Target, project: number, now: number): Promise<Authenticator> {
  const { authentication } = target.inbound;
  if (authentication === "none") {
    if (project !== TEST_PROJECT) return () => ({});
    throw new CommandError(
      `There is no test project in ${target.name}: with inbound.authentication "none" anyone could send for it.`,
    );
  }
  const secret = await new SecretStore(target).newest("webhook", project, now);
  if (authentication === "api-key") return () => ({ [API_KEY_HEADERS[0]]: apiKeyValue(secret) });
  return (parts) => ({ [SIGNATURE_HEADER]: sign(parts, secret), [TIMESTAMP_HEADER]: parts.timestamp });
}
