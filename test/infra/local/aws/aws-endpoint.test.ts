import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAwsEndpoint } from "../../../../infra/local/aws/aws-endpoint.ts";
import { type TestFunction, testFunction } from "../lambda/bundle.ts";

const SecretId = "arn:aws:secretsmanager:us-east-1:000000000000:secret:Inbound";
let awsEndpoint: Awaited<ReturnType<typeof startAwsEndpoint>>;
let testedFunction: TestFunction;
let client: SecretsManagerClient;
let lambda: LambdaClient;

beforeAll(async () => {
  testedFunction = testFunction(
    "exports.handler = async (event) => { if (event.fail) throw new Error('no'); return event }",
  );
  const findFunction = (id: string) => (id === "Worker" ? testedFunction.pool : undefined);
  const secrets = new Map([[SecretId, "{}"]]);
  awsEndpoint = await startAwsEndpoint({ secrets, gate: () => undefined, findFunction });
  const config = {
    endpoint: awsEndpoint.url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  };
  client = new SecretsManagerClient(config);
  lambda = new LambdaClient(config);
});
afterAll(async () => {
  await awsEndpoint.close();
  await testedFunction.close();
});

it("keeps a secret, which is what was put last, and knows no other", async () => {
  const value = async (id: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
  expect(await value(SecretId)).toBe("{}");
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: "new" }));
  expect(await value(SecretId)).toBe("new");
  await expect(value(`${SecretId}2`)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
});

describe("a function that is invoked", () => {
  const invoke = (payload: string, changes: { InvocationType?: "Event"; FunctionName?: string } = {}) =>
    lambda.send(new InvokeCommand({ FunctionName: "Worker", Payload: payload, ...changes }));

  it("answers", async () => {
    const { StatusCode, Payload, FunctionError } = await invoke('{"a":1}');
    expect({ StatusCode, text: Payload?.transformToString(), FunctionError }).toEqual({
      StatusCode: 200,
      text: '{"a":1}',
      FunctionError: undefined,
    });
  });

  it("says that it failed", async () => {
    const { StatusCode, Payload, FunctionError } = await invoke('{"fail":true}');
    expect({ StatusCode, FunctionError }).toEqual({ StatusCode: 200, FunctionError: "Unhandled" });
    expect(JSON.parse(Payload?.transformToString() ?? "")).toMatchObject({
      errorType: "Error",
      errorMessage: "no",
    });
  });

  it("is called later if no caller waits", async () => {
    const failed = new Promise((done) => testedFunction.events.listen(done));
    const { StatusCode } = await invoke('{"fail":true}', { InvocationType: "Event" });
    expect(StatusCode).toBe(202);
    expect(await failed).toMatchObject({ type: "failure", function: "Worker", message: "no" });
  });

  it("is not found by another name", async () => {
    await expect(invoke("{}", { FunctionName: "Other" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });
});

it("lets no page start a function, by an image, a link or a form", async () => {
  const url = `${awsEndpoint.url}/2015-03-31/functions/Worker/invocations`;
  const called: unknown[] = [];
  const stop = testedFunction.events.listen((event) => called.push(event));
  const status = async (init: RequestInit) => (await fetch(url, init)).status;
  expect(await status({ headers: { "sec-fetch-site": "cross-site" } })).toBe(403);
  expect(await status({ method: "POST", headers: { origin: "null" } })).toBe(403);
  expect(await status({})).toBe(405);
  stop();
  expect(called).toEqual([]);
});
