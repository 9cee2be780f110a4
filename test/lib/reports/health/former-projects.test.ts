/** A project that left the settings before the first brief: `vigia doctor`, the page Health and the brief agree about its quarantine. */

import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { briefTools } from "../../../../functions/send-brief.ts";
import { standingNow } from "../../../../lib/reports/brief/send-briefs.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { recordContent } from "../../../../lib/intake/recording.ts";
import { TrafficStore } from "../../../../lib/intake/traffic.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { readEnvironment, sendBriefEnv } from "../../../../lib/settings/env.ts";
import { type EmulatedDesk, startDesk } from "../../../support/desk/desk-app.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { endpointsWith, makePlace, type Place } from "../../cli/support/test-context.ts";

let desk: EmulatedDesk;
let place: Place;

beforeAll(async () => {
  mockClient(CloudWatchClient).on(DescribeAlarmsCommand).resolves({});
  mockClient(SNSClient).on(ListSubscriptionsByTopicCommand).resolves({});
  mockClient(SQSClient).on(GetQueueAttributesCommand).resolves({});
  desk = await startDesk();
  const stack = endpointsWith({ dynamodb: desk.url });
  const tables = { ...stack.tables, notifications: "Notifications", scanRuns: "ScanRuns" };
  place = await makePlace({ ...stack, tables });
});
afterAll(async () => {
  await place.remove();
  await desk.stop();
});

const BODIES = /(\d+) unreadable messages? of the last 30 days/;

/** Number of bodies that wait, by each of the three. */
async function waiting() {
  const now = Date.now();
  const doctor = await place.vigia(["doctor"], { now });
  const health = await (await desk.signedIn("officers"))("/health");
  const environment = readEnvironment(sendBriefEnv, {
    ...DESK_VARIABLES,
    ...{ CASES_TABLE: "Cases", NOTIFICATIONS_TABLE: "Notifications", SCAN_RUNS_TABLE: "ScanRuns" },
  });
  const { quarantined } = await standingNow(briefTools(environment, desk.client), new Date(now));
  const counted = (text: string) => Number(BODIES.exec(text)?.[1] ?? 0);
  return { doctor: counted(doctor.out), health: counted(health.text), brief: quarantined.count };
}

it.each([
  ["of project 9, served once", 9, 1],
  ["of no project", 0, 2],
])("all three count a body %s", async (_, projectId, count) => {
  await new TrafficStore(desk.client, "ScanRuns").noteServed([1, 9]);
  const delivery = {
    ...{ deliveryId: `d-${projectId}`, receivedAt: new Date(Date.now() - 60_000).toISOString(), projectId },
    body: Buffer.from('{"type":"notification","data":{"id":1}}'),
  };
  const read = readDelivery(delivery, { projects: [{ id: 9, mexico: false }], retentionYears: 10 });
  await recordContent([read], new NotificationStore(desk.client, "Notifications"), Date.now());
  expect(await waiting()).toEqual({ doctor: count, health: count, brief: count });
});
