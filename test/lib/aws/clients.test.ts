/** Clients of AWS give up in time. */

import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../../lib/aws/clients.ts";
import { setInvocationDeadline } from "../../../lib/aws/time-left.ts";
import { type HangingProxy, startHangingProxy } from "../../support/servers/hanging-proxy.ts";
import { type EmulatedSecrets, startSecrets } from "../cli/support/emulated-secrets.ts";

let secrets: EmulatedSecrets;
let aws: HangingProxy;

beforeEach(async () => {
  secrets = await startSecrets({ s: "{}" });
  aws = await startHangingProxy(secrets.url);
});
afterEach(async () => {
  setInvocationDeadline({ getRemainingTimeInMillis: () => 1_000_000 });
  aws.close();
  await secrets.stop();
});

async function call(limits: Parameters<typeof clientConfig>[0]) {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new SecretsManagerClient({
    ...clientConfig(limits),
    region: "us-east-1",
    credentials,
    endpoint: aws.url,
  });
  const error = await client.send(new GetSecretValueCommand({ SecretId: "s" })).then(
    () => undefined,
    (caught: unknown) => (caught instanceof Error ? caught.name : "unknown"),
  );
  client.destroy();
  return error;
}

const SHORT = { connectionMs: 200, answerMs: 200, attempts: 2 };
const LONG = { connectionMs: 200_000, answerMs: 200_000, attempts: 3 };

describe("a client", () => {
  it.each(["at once", "in its answer"] as const)("gives up a call that hangs %s", async (hangs) => {
    aws.hangs = hangs;
    expect(await call(SHORT)).toBe("TimeoutError");
  });

  it("tries as often as it may, and no further", async () => {
    aws.hangs = "at once";
    await call(SHORT);
    expect(aws.calls).toEqual(["GetSecretValue", "GetSecretValue"]);
  });

  it.each(["at once", "in its answer"] as const)(
    "ends a call that hangs %s before the invocation does, and tries no more",
    async (hangs) => {
      aws.hangs = hangs;
      setInvocationDeadline({ getRemainingTimeInMillis: () => 3_000 });
      // Its own limit would be a TimeoutError, and another try.
      expect([await call(LONG), aws.calls.length]).toEqual(["AbortError", 1]);
    },
  );

  it("begins no call where the invocation's time is over", async () => {
    setInvocationDeadline({ getRemainingTimeInMillis: () => 0 });
    expect(await call(LONG)).toBe("AbortError");
    expect(aws.calls).toEqual([]);
  });

  it("has all its time again in the next invocation", async () => {
    setInvocationDeadline({ getRemainingTimeInMillis: () => 0 });
    await call(LONG);
    setInvocationDeadline({ getRemainingTimeInMillis: () => 1_000_000 });
    expect(await call(LONG)).toBeUndefined();
  });
});
