import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startAwsEndpoint } from "../../../../infra/local/aws/aws-endpoint.ts";
import { SecretsManager } from "../../../../infra/local/aws/secrets-manager.ts";
import { type TestFunction, testFunction } from "../lambda/bundle.ts";

const ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:Inbound";
const secrets = new SecretsManager();
let awsEndpoint: Awaited<ReturnType<typeof startAwsEndpoint>>;
let made: TestFunction;
let client: SecretsManagerClient;
let lambda: LambdaClient;

beforeAll(async () => {
  made = testFunction(
    "exports.handler = async (event) => { if (event.fail) throw new Error('no'); return event }",
  );
  const findFunction = (id: string) => (id === "Worker" ? made.pool : undefined);
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
  await made.close();
});

describe("a secret", () => {
  beforeEach(() => secrets.create(ARN, "{}"));

  const value = async (VersionStage?: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId: ARN, VersionStage }))).SecretString;

  it("is what it was made with, and then what was put", async () => {
    expect(await value()).toBe("{}");
    await client.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: "new" }));
    expect(await value()).toBe("new");
    expect(await value("AWSPREVIOUS")).toBe("{}");
  });

  it("takes a value under a stage of its own, which can then become the current one", async () => {
    const { VersionId: old } = await client.send(new GetSecretValueCommand({ SecretId: ARN }));
    const { VersionId: pending } = await client.send(
      new PutSecretValueCommand({ SecretId: ARN, SecretString: "new", VersionStages: ["PENDING"] }),
    );
    expect(await value()).toBe("{}");
    expect(await value("PENDING")).toBe("new");
    await client.send(
      new UpdateSecretVersionStageCommand({
        SecretId: ARN,
        VersionStage: "AWSCURRENT",
        MoveToVersionId: pending,
        RemoveFromVersionId: old,
      }),
    );
    expect(await value()).toBe("new");
    const { VersionIdsToStages } = await client.send(new DescribeSecretCommand({ SecretId: ARN }));
    expect(VersionIdsToStages).toEqual({
      [old ?? ""]: ["AWSPREVIOUS"],
      [pending ?? ""]: ["AWSCURRENT", "PENDING"],
    });
  });

  it("is not found where there is none, or none at that stage", async () => {
    await expect(client.send(new GetSecretValueCommand({ SecretId: `${ARN}2` }))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    await expect(value("NOWHERE")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
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
    const failed = new Promise((done) => made.events.listen(done));
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
  const stop = made.events.listen((event) => called.push(event));
  const status = async (init: RequestInit) => (await fetch(url, init)).status;
  expect(await status({ headers: { "sec-fetch-site": "cross-site" } })).toBe(403);
  expect(await status({ method: "POST", headers: { origin: "null" } })).toBe(403);
  expect(await status({})).toBe(405);
  stop();
  expect(called).toEqual([]);
});
