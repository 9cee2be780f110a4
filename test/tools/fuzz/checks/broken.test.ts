import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FunctionName } from "../../../../infra/bundles.ts";
import { AwsStub } from "../aws-stub.ts";
import { CountedBundle, type CountedSubject } from "../counted-subject.ts";
import { SECRET_DOCUMENT } from "../inputs/signing.ts";
import { queueConsumerProperty } from "../properties/queue-consumer.ts";
import { rehearsalBatchesProperty } from "../properties/rehearsal-batches.ts";
import { rehearsalProofsProperty } from "../properties/rehearsal-proofs.ts";
import { shownAlertsProperty } from "../properties/shown-alerts.ts";
import { tamperingProperty } from "../properties/tampering.ts";
import { unreadBodiesProperty } from "../properties/unread-bodies.ts";
import { userLookUpProperty } from "../properties/user-look-up.ts";
import { webhookEndpointProperty } from "../properties/webhook-endpoint.ts";
import { BundleSubject, bundleOf, type Subject } from "../subject.ts";
import { BROKEN_ENDPOINTS } from "./broken-endpoints.ts";
import { BROKEN_ALERTS, BROKEN_BATCHES, BROKEN_PROOFS } from "./broken-rehearsals.ts";
import { BROKEN_CONSUMERS, BROKEN_LOOK_UPS, BROKEN_SIGNATURES } from "./broken-subjects.ts";

let aws: AwsStub;
let folder: string;
const subjects = new Map<FunctionName, BundleSubject>();

beforeAll(async () => {
  aws = await AwsStub.start(SECRET_DOCUMENT);
  folder = mkdtempSync(join(tmpdir(), "vigia-"));
  for (const name of ["ReceiveWebhook", "GetUser", "StoreNotifications"] as const) {
    subjects.set(name, new BundleSubject(await bundleOf(name, aws)));
  }
});
afterAll(async () => {
  for (const subject of subjects.values()) await subject.close();
  aws.close();
  rmSync(folder, { recursive: true });
});

function real(name: FunctionName): BundleSubject {
  const subject = subjects.get(name);
  if (subject === undefined) throw new Error(`${name} was not started.`);
  return subject;
}

type Property = (subject: Subject, aws: AwsStub) => fc.IAsyncProperty<unknown>;

async function findingsOf(property: Property, subject: Subject): Promise<string> {
  const details = await fc.check(property(subject, aws), { numRuns: 500, seed: 1, endOnFailure: true });
  return String(details.errorInstance);
}

describe.each([
  ["a webhook endpoint", "ReceiveWebhook", webhookEndpointProperty, BROKEN_ENDPOINTS],
  ["a check of signatures", "ReceiveWebhook", tamperingProperty, BROKEN_SIGNATURES],
  ["a look-up", "GetUser", userLookUpProperty, BROKEN_LOOK_UPS],
  ["a consumer", "StoreNotifications", queueConsumerProperty, BROKEN_CONSUMERS],
  ["a check of rehearsals", "ReceiveWebhook", rehearsalProofsProperty, BROKEN_PROOFS],
  ["a consumer of rehearsals", "StoreNotifications", rehearsalBatchesProperty, BROKEN_BATCHES],
  ["an alert", "StoreNotifications", shownAlertsProperty, BROKEN_ALERTS],
] as const)("%s", (_, name, property, broken) => {
  it.each(broken)("that %s is found", async (_what, breaking, finding) => {
    expect(await findingsOf(property, breaking(real(name), aws))).toMatch(finding);
  });
});

describe("a function that hangs", () => {
  it("is ended and found", async () => {
    writeFileSync(join(folder, "index.js"), "exports.handler = async () => { for (;;); };");
    const hanging = new BundleSubject(
      { name: "ReceiveWebhook", folder, handler: "index.handler", environment: {} },
      100,
    );
    expect(await findingsOf(webhookEndpointProperty, hanging)).toContain("no reply: Sandbox.Timedout");
    await hanging.close();
  });
});

describe("a function that reads before it refuses", () => {
  it.each([
    ["parses", "parsed"],
    ["decodes", "decoded"],
    ["hashes", "hashed"],
  ] as const)("that %s the body is found", async (_what, kind) => {
    const counted = new CountedBundle(await bundleOf("ReceiveWebhook", aws));
    const reading: CountedSubject = {
      async call(event) {
        const call = await counted.call(event);
        const { body = "" }: { body?: string } = Object(event);
        return { ...call, work: { ...call.work, [kind]: body.length } };
      },
    };
    const details = await fc.check(unreadBodiesProperty(reading, aws), {
      numRuns: 100,
      seed: 1,
      endOnFailure: true,
    });
    expect(String(details.errorInstance)).toMatch(`${kind} `);
    await counted.close();
  });
});
