/** A call of Lambda that nobody waits for, as it goes over the wire. */

import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { callJson, callLater, callSns } from "../../../lib/platform/signed-call.ts";
import { type ReceivedRequest, recordingServer } from "../../support/servers/recording-server.ts";

let endpoint: string;
let received: ReceivedRequest[];
let status = 202;
let answer = "";

beforeEach(async () => {
  const server = await recordingServer((reply) => void reply.writeHead(status).end(answer));
  ({ url: endpoint, requests: received } = server);
});

const caller = () => ({
  region: async () => "eu-west-1",
  credentials: async () => ({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: "x", sessionToken: "token" }),
  endpointOf: () => endpoint,
});

it("is signed for Lambda in its region, with the session, and asks for no answer", async () => {
  await callLater(caller(), "Vigia-StartScan", { projectIds: [1] });
  const call = received.at(-1);
  expect(call).toMatchObject({
    path: "/2015-03-31/functions/Vigia-StartScan/invocations",
    body: '{"projectIds":[1]}',
    headers: { "x-amz-invocation-type": "Event", "x-amz-security-token": "token" },
  });
  expect(call?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/lambda\/aws4_request, SignedHeaders=[^,]*host[^,]*x-amz-invocation-type[^,]*, Signature=[0-9a-f]{64}$/,
  );
});

it("fails where Lambda does not take it, and names the function alone", async () => {
  status = 403;
  await expect(callLater(caller(), "Vigia-StartScan", { secret: "s" })).rejects.toThrow(
    "Lambda answered 403 to the call of Vigia-StartScan.",
  );
});

it.each([
  [
    "sqs" as const,
    "AmazonSQS.GetQueueAttributes",
    (config: object) =>
      new SQSClient(config).send(new GetQueueAttributesCommand({ QueueUrl: `${endpoint}/1/q` })),
    { QueueUrl: () => `${endpoint}/1/q` },
  ],
  [
    "monitoring" as const,
    "GraniteServiceVersion20100801.DescribeAlarms",
    (config: object) =>
      new CloudWatchClient(config).send(new DescribeAlarmsCommand({ ActionPrefix: "arn:x" })),
    { ActionPrefix: () => "arn:x" },
  ],
])("asks %s as the SDK's own client does", async (service, target, withClient, input) => {
  status = 200;
  answer = "{}";
  const given = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value()]));
  await callJson(caller(), service, { target, input: given, schema: z.object({}) });
  const own = received.at(-1);
  const { region, credentials } = caller();
  await withClient({ region, credentials, endpoint });
  const theirs = received.at(-1);
  expect(received.filter((one) => one === own)).toHaveLength(1);
  expect(theirs).not.toBe(own);
  for (const name of ["content-type", "x-amz-target"]) expect(own?.headers[name]).toBe(theirs?.headers[name]);
  expect([own?.path, JSON.parse(own?.body ?? "")]).toEqual([theirs?.path, JSON.parse(theirs?.body ?? "")]);
  const scope = /Credential=AKIDEXAMPLE\/\d{8}\/([\w/-]+),/;
  expect(scope.exec(own?.headers.authorization ?? "")?.[1]).toBe(
    scope.exec(theirs?.headers.authorization ?? "")?.[1],
  );
});

it("asks SNS as the SDK's own client does", async () => {
  status = 200;
  answer = "<R><ListSubscriptionsByTopicResult><Subscriptions/></ListSubscriptionsByTopicResult></R>";
  const input = { TopicArn: "arn:aws:sns:eu-west-1:1:alerts & more" };
  await callSns(caller(), { action: "ListSubscriptionsByTopic", input, schema: z.looseObject({}) });
  const own = received.at(-1);
  const { region, credentials } = caller();
  await new SNSClient({ region, credentials, endpoint }).send(new ListSubscriptionsByTopicCommand(input));
  const theirs = received.at(-1);
  expect(theirs).not.toBe(own);
  expect([own?.path, own?.headers["content-type"]]).toEqual([theirs?.path, theirs?.headers["content-type"]]);
  expect([...new URLSearchParams(own?.body)].sort()).toEqual([...new URLSearchParams(theirs?.body)].sort());
});
