import { readFileSync } from "node:fs";
import { SubscribeCommand } from "@aws-sdk/client-sns";
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { alertEvent } from "../../../lib/alerts/event/event-schema.ts";
import { emulatedFilter } from "../../support/aws-rules.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const FILE = new URL("../../../lib/alerts/event/alert-event.schema.json", import.meta.url);
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(FILE, "utf8")),
);

let stack: TestStack;
const queueUrls: string[] = [];

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 20 });
});
afterAll(async () => {
  for (const QueueUrl of queueUrls) await stack.sqs.send(new DeleteQueueCommand({ QueueUrl }));
  await stack.close();
});

/** As the recipe of docs/reference/events.md does it. @returns the queue's URL */
async function subscribe(name: string, filter: Record<string, string[]>): Promise<string> {
  const { QueueUrl = "" } = await stack.sqs.send(
    new CreateQueueCommand({ QueueName: `${stack.stage}-${name}` }),
  );
  queueUrls.push(QueueUrl);
  const { Attributes } = await stack.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }),
  );
  await stack.sns.send(
    new SubscribeCommand({
      TopicArn: stack.endpoints.topics.alerts,
      Protocol: "sqs",
      Endpoint: Attributes?.QueueArn,
      Attributes: { RawMessageDelivery: "true", FilterPolicy: emulatedFilter(filter) },
    }),
  );
  return QueueUrl;
}

/** The keys of everything that a queue was sent, each event held to the published schema. */
async function keysIn(QueueUrl: string): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const { Messages = [] } = await stack.sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 600 }),
    );
    if (Messages.length === 0) return keys.sort();
    for (const { Body = "" } of Messages) {
      const event: unknown = JSON.parse(Body);
      expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
      const { kind, subjects } = alertEvent.parse(event);
      // Behind its project and its number a key has a digest.
      keys.push(...subjects.map(({ key }) => `${kind} ${key?.split("#").slice(0, 2).join("#")}`));
    }
  }
}

it("queues get exactly what their filters ask for, all of it, as events of the schema", {
  tags: ["anywhere"],
}, async () => {
  const ofProject2 = await subscribe("project-2", { projectId: ["2"] });
  const flagged = await subscribe("flagged", { kind: ["notification"], risk: ["illegal"], projectId: ["2"] });
  const unreadable = await subscribe("unreadable", { projectId: ["2"], kind: ["quarantine"] });
  // A filter on a list matches any of its texts; "*" matches a list that was cut.
  const byList = await Promise.all([
    subscribe("mexican", { countries: ["MX", "*"], projectId: ["1"] }),
    subscribe("on-chain", { chainId: ["1", "42161"], projectId: ["1"] }),
    subscribe("brazilian", { countries: ["BR"] }),
  ]);
  for (const [projectId, id] of [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 2],
    [2, 3],
  ] as const) {
    const reply = await stack.post(notificationBody({ id, projectId }), { projectId });
    expect(reply.status).toBe(200);
  }
  await stack.settled();
  const other = notificationBody({ id: 3, projectId: 2, amount: { value: 7, usd: 1 } });
  expect((await stack.post(other, { projectId: 2 })).status).toBe(200);
  const unknown = {
    type: "notification",
    data: { id: 4, projectId: 2, inflictedLaws: [{ risk: "illegal" }] },
  };
  expect((await stack.post(unknown, { projectId: 2 })).status).toBe(400);
  await stack.settled();

  const allSubjects = ["notification 2#1", "notification 2#2", "notification 2#3"];
  expect(await keysIn(ofProject2)).toEqual([...allSubjects, "notification 2#3", "quarantine 2#quarantined"]);
  expect(await keysIn(unreadable)).toEqual(["quarantine 2#quarantined"]);
  expect(await keysIn(flagged)).toHaveLength(4);
  const ofProject1 = ["notification 1#1", "notification 1#2"];
  expect(await Promise.all(byList.map(keysIn))).toEqual([ofProject1, ofProject1, []]);
});
