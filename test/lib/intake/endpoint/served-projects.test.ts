/** The projects that a call may be of. */

import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeEach, expect, it, vi } from "vitest";
import { signedEndpoint } from "../../../../lib/intake/endpoint/endpoint.ts";
import { ok } from "../../../../lib/intake/endpoint/replies.ts";
import type { Authentication } from "../../../../lib/settings/env.ts";
import { lambdaContext } from "../../../support/lambda.ts";
import { mockClient } from "../../../support/mock-client.ts";

const manager = mockClient(SecretsManagerClient);
const PROJECTS = [
  { id: 1, mexico: false },
  { id: 2, mexico: false, retired: true },
];

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const document = Object.fromEntries(
    [0, 1, 2].map((id) => [id, { webhookSecrets: [{ value: `secret-of-${id}` }] }]),
  );
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(document) });
});

/** Asks with the secret of a project. @returns the status, and the projects that the call is taken to be of */
async function ask(AUTHENTICATION: Authentication, project: number) {
  const { handler } = signedEndpoint({
    maxBodyBytes: 0,
    signedPaths: ({ path }) => [path],
    answer: async ({ projectIds }) => ok(projectIds),
    wire: () => ({
      environment: { STAGE: "dev", AUTHENTICATION, PROJECTS, INBOUND_SECRET_ARN: "inbound" },
      deps: undefined,
    }),
  });
  const event = {
    rawPath: "/users/u-1",
    headers: { "x-api-key": `ApiKey secret-of-${project}` },
    isBase64Encoded: false,
    requestContext: { requestId: "r", timeEpoch: Date.now(), http: { method: "GET" } },
  };
  const { statusCode, body = "" } = await handler(event, lambdaContext());
  return statusCode === 200 ? [statusCode, JSON.parse(body)] : [statusCode];
}

it.each([
  ["a project of the settings", 1, [200, [1]]],
  ["the test project", 0, [200, [0]]],
  ["a project that left", 2, [401]],
])("the secret of %s", async (_, project, answer) => {
  expect(await ask("api-key", project)).toEqual(answer);
});

it("under none every call is of the only project that has not left, never of the test project", async () => {
  expect(await ask("none", 0)).toEqual([200, [1]]);
});
