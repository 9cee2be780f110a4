/** A test through the whole stack: an invented illegal notification that is sent, and read back. */

import { setTimeout as sleep } from "node:timers/promises";
import { NO_BODY } from "../../../contract/signature.ts";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { notificationKey } from "../../../intake/notifications/notification-keys.ts";
import { expandBody } from "../../../intake/notifications/raw-body.ts";
import type { Finding } from "../../../reports/health/checks.ts";
import type { CommandContext } from "../../core/command.ts";
import { callEndpoint } from "../../core/endpoint-call.ts";
import { logOf, type Target } from "../../core/target.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { type Authenticator, authenticator } from "../signature/inbound-call.ts";
import { firstId, postWebhook, webhookText } from "../trigger/trigger-body.ts";
import { failure, ok } from "./checks.ts";

/** A batch waits for 5 seconds, a cold function for one or two; a minute is much more than it takes. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 1_000;

/** No double holds it: an amount that was rounded anywhere shows. */
const AMOUNT = "1234567890123456789";

/** Sends the test for the test project. */
export async function sendTest(target: Target, { now }: CommandContext): Promise<Finding[]> {
  const authenticate = await authenticator(target, TEST_PROJECT, now());
  const id = firstId();
  const key = notificationKey(TEST_PROJECT, String(id));
  const body = webhookText("illegal", id, {
    projectId: TEST_PROJECT,
    userId: "vigia-test",
    wallet: "0x1111111111111111111111111111111111111111",
    chainId: "1",
    amount: AMOUNT,
    law: "Test",
    now: now(),
  });
  const { status, text } = await postWebhook(target, body, authenticate, now());
  const whereToLook = `see ${logOf(target, "ReceiveWebhook")}; the answer is ${text}`;
  return [
    answered("test, signed webhook", status, 200, whereToLook),
    ...(status === 200 ? await readBack(target, key, body) : []),
    ...(await checkAuthentication(target, authenticate, now())),
  ];
}

function answered(about: string, status: number, right: number, toDo: string): Finding {
  return status === right
    ? ok(about, `answered with ${status}`)
    : failure(about, `answered with ${status}, not ${right}`, toDo);
}

async function readBack(target: Target, key: string, body: string): Promise<Finding[]> {
  const notifications = notificationsOf(target);
  const find = async () => (await notifications.find(key))?.notification;
  let stored = await find();
  for (const end = Date.now() + TIMEOUT_MS; stored?.alert.state !== "sent" && Date.now() < end; ) {
    await sleep(POLL_MS);
    stored = await find();
  }
  const log = logOf(target, "StoreNotifications");
  if (stored === undefined)
    return [failure("test, stored", "not within a minute", `see "vigia dlq list${target.flags}" and ${log}`)];
  const isWhole = expandBody(stored.raw).toString() === body && stored.amount?.value === AMOUNT;
  return [
    isWhole
      ? ok("test, stored", "exactly as it was sent")
      : failure("test, stored", "differs from what was sent", "deploy this version of the stack again"),
    stored.alert.state === "sent"
      ? ok("test, alerted", "with [TEST] in its subject")
      : failure("test, alerted", "pending for a minute", `see "vigia doctor${target.flags}" and ${log}`),
  ];
}

/** Checks that unsigned calls are refused, and that a signed look-up of an unknown user finds no user. */
async function checkAuthentication(
  target: Target,
  authenticate: Authenticator,
  now: number,
): Promise<Finding[]> {
  const path = "/users/vigia-test-unknown";
  const headers = authenticate({ method: "GET", path, canonicalBody: NO_BODY, timestamp: String(now) });
  const calls = [
    ["unsigned webhook", { path: "/webhook", method: "POST", body: "{}" }, 401, "ReceiveWebhook"],
    ["unsigned look-up", { path, method: "GET" }, 401, "GetUser"],
    ["signed look-up of an unknown user", { path, method: "GET", headers }, 404, "GetUser"],
  ] as const;
  return Promise.all(
    calls.map(async ([about, request, right, log]) => {
      const { status } = await callEndpoint(target, request);
      return answered(`test, ${about}`, status, right, `see ${logOf(target, log)}`);
    }),
  );
}
