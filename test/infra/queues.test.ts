/** The template's queues, and how they are consumed. */

import { describe, expect, test } from "vitest";
import { COMES_AGAIN_MINUTES } from "../../lib/screening/runs/scan-queue.ts";
import { type Properties, resourceOf, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize();

describe("the queues", () => {
  const queues = resourcesOf(template, "AWS::SQS::Queue");

  test.each([...queues])("%s keeps messages of up to 1 MiB for 14 days, encrypted", (_, { Properties }) => {
    expect(Properties).toMatchObject({
      MaximumMessageSize: 1_048_576,
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
  });

  test("refuse calls that do not come over TLS", () => {
    const guarded = [...resourcesOf(template, "AWS::SQS::QueuePolicy").values()].filter(({ Properties }) =>
      Properties["PolicyDocument"].Statement.some(
        (statement: Properties) =>
          statement["Effect"] === "Deny" && statement["Condition"].Bool["aws:SecureTransport"] === "false",
      ),
    );
    expect(guarded.map(({ Properties }) => targetOf(Properties["Queues"][0])).toSorted()).toEqual(
      [...queues.keys()].toSorted(),
    );
  });

  test("hand what keeps failing to their dead-letter queues", () => {
    const handed = [...queues].flatMap(([name, { Properties }]) => {
      const redrive = Properties["RedrivePolicy"];
      return redrive === undefined
        ? []
        : [[name, targetOf(redrive.deadLetterTargetArn), redrive.maxReceiveCount]];
    });
    expect(handed).toEqual([
      ["WebhookQueue", "WebhookDeadLetters", 600],
      ["ScanQueue", "ScanDeadLetters", 5],
    ]);
  });

  test.each([...resourcesOf(template, "AWS::Lambda::EventSourceMapping").values()])(
    "hide a message for six times as long as its consumer may run, and the window",
    ({ Properties: source }) => {
      const consumer = resourceOf(template, "AWS::Lambda::Function", targetOf(source["FunctionName"]));
      const queue = resourceOf(template, "AWS::SQS::Queue", targetOf(source["EventSourceArn"]));
      const window = source["MaximumBatchingWindowInSeconds"] ?? 0;
      expect(queue["VisibilityTimeout"]).toBeGreaterThanOrEqual(6 * consumer["Timeout"] + window);
      expect(source["FunctionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
    },
  );

  test("bring a scan request that was given back again when the command says", () => {
    const { VisibilityTimeout } = resourceOf(template, "AWS::SQS::Queue", "ScanQueue");
    expect(VisibilityTimeout).toBe(60 * COMES_AGAIN_MINUTES);
  });

  test("are consumed with the executions that the settings keep", () => {
    const bounded = synthesize({ inbound: { maximumConcurrency: 5 } });
    const [consumer] = resourcesOf(bounded, "AWS::Lambda::EventSourceMapping").values();
    expect(consumer?.Properties).toMatchObject({ BatchSize: 100, ScalingConfig: { MaximumConcurrency: 5 } });
  });

  test("feed the store few large batches concurrently, and the scan four requests at a time", () => {
    const sources = [...resourcesOf(template, "AWS::Lambda::EventSourceMapping").values()].map(
      ({ Properties }) => [
        targetOf(Properties["FunctionName"]),
        Properties["BatchSize"],
        Properties["MaximumBatchingWindowInSeconds"],
        Properties["ScalingConfig"].MaximumConcurrency,
      ],
    );
    expect(sources).toEqual([
      ["StoreNotifications", 100, 5, 2],
      ["ScanWallets", 4, undefined, 2],
    ]);
  });
});
