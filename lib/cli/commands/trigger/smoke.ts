/** `vigia smoke`: after a deployment, one rehearsal through the whole stack, read back, and a report. */

import { setTimeout as sleep } from "node:timers/promises";
import { NO_BODY } from "../../../contract/signature.ts";
import { notificationKey } from "../../../notifications/notification-keys.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import { expandBody } from "../../../notifications/raw-body.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import { logOf, type Target } from "../../core/target.ts";
import { sayIfStopped } from "../../output/progress.ts";
import { type CheckResult, failure, ok } from "../doctor/checks.ts";
import { examine, printResults, worstOf } from "../doctor/doctor.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { type Authenticator, authenticator, rehearsalAuthenticator } from "../signature/inbound-call.ts";
import { firstId, postWebhook, webhookText } from "./trigger-body.ts";

export function addSmoke(program: CommandGroup): void {
  addCommand(program, "smoke", {
    summary: "run the doctor, send a rehearsal through every part, and report what arrived",
    examples: ["vigia smoke", "vigia smoke --stage dev"],
    action: smoke,
  });
}

async function smoke({ context, target }: Call): Promise<number> {
  const found = await target();
  await context.print(`Doctor of ${found.name}`);
  const examined = await examine(found, context);
  await printResults(context, examined);
  await context.print(`\nRehearsal through ${found.adapter}`);
  const rehearsal = await runRehearsal(found, context);
  await printResults(context, rehearsal);
  const passed = worstOf([...examined, ...rehearsal]) !== "failure";
  await context.print(passed ? "\nPassed." : "\nNot passed: see the next steps above.");
  return passed ? EXIT.done : EXIT.failed;
}

/** A batch waits for 5 seconds, a cold function for one or two; a minute is much more than it takes. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 1_000;

/** No double holds it: an amount that was rounded anywhere shows. */
const AMOUNT = "1234567890123456789";

/** Sends one for the first project, and reads it back. */
async function runRehearsal(target: Target, { now, stderr }: CommandContext): Promise<CheckResult[]> {
  const projectId = target.projectIds[0] ?? 0;
  const authenticate = await authenticator(target, projectId, now());
  const authenticateRehearsal = await rehearsalAuthenticator(target, projectId, now());
  const id = firstId();
  const body = webhookText("illegal", id, {
    projectId,
    userId: "vigia-smoke",
    wallet: "0x1111111111111111111111111111111111111111",
    chainId: "1",
    amount: AMOUNT,
    law: "Rehearsal",
    now: now(),
  });
  const key = notificationKey(projectId, String(id), true);
  const forget = sayIfStopped(
    { stderr },
    `Stopped. The rehearsal that was sent goes on, and its mail with [TEST] may still come. See it with "vigia notifications show ${key}${target.flag}".`,
  );
  const results: CheckResult[] = [];
  try {
    const answer = await postWebhook(target, body, authenticateRehearsal, now());
    const said = `see ${logOf(target, "ReceiveWebhook")}; the answer is ${answer.text}`;
    results.push(expected("signed webhook", answer.status, 200, said));
    if (answer.status === 200) results.push(...(await readBack(target, key, body)));
  } finally {
    forget();
  }
  results.push(...(await checkAuthentication(target, authenticate, now())));
  return results;
}

function expected(about: string, status: number, right: number, toDo: string): CheckResult {
  return status === right
    ? ok(about, `answered with ${status}`)
    : failure(about, `answered with ${status}, not ${right}`, toDo);
}

async function readBack(target: Target, key: string, body: string): Promise<CheckResult[]> {
  const notifications = notificationsOf(target);
  let stored: StoredNotification | undefined;
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
    stored = (await notifications.find(key))?.notification;
    if (stored?.alert.state === "sent") break;
  }
  if (stored === undefined) {
    const toDo = `see "vigia dlq list${target.flag}" and ${logOf(target, "StoreNotifications")}`;
    return [failure("stored", `${key} was not stored within a minute`, toDo)];
  }
  const whole = expandBody(stored.raw).toString() === body && stored.amount?.value === AMOUNT;
  return [
    whole
      ? ok("stored", `${key}, exactly as it was sent`)
      : failure("stored", `${key} differs from what was sent`, "deploy this version of the stack again"),
    stored.alert.state === "sent"
      ? ok("alerted", `at ${stored.alert.at ?? "an unknown time"}, with [TEST] in its subject`)
      : failure(
          "alerted",
          "not sent within a minute",
          `see "vigia doctor${target.flag}" and ${logOf(target, "StoreNotifications")}`,
        ),
  ];
}

const OPEN = "anyone can call the stack: see inbound.authentication in app.ts";

/** From this status on a call was neither refused nor let in. */
const FAILED = 500;

/** Checks that unsigned calls are refused, and that a signed look-up of an unknown user finds no user. */
async function checkAuthentication(
  target: Target,
  authenticate: Authenticator,
  now: number,
): Promise<CheckResult[]> {
  if (target.inbound.authentication === "none") return [];
  const path = "/users/vigia-smoke-nobody";
  const headers = authenticate({ method: "GET", path, canonicalBody: NO_BODY, timestamp: String(now) });
  const unsignedPost = await fetch(`${target.adapter}/webhook`, { method: "POST", body: "{}" });
  const unsignedGet = await fetch(`${target.adapter}${path}`);
  const signedGet = await fetch(`${target.adapter}${path}`, { headers });
  const refused = (about: string, { status }: Response, name: string) =>
    expected(about, status, 401, status < FAILED ? OPEN : `see ${logOf(target, name)}`);
  return [
    refused("unsigned webhook", unsignedPost, "ReceiveWebhook"),
    refused("unsigned look-up", unsignedGet, "GetUser"),
    expected("signed look-up of an unknown user", signedGet.status, 404, `see ${logOf(target, "GetUser")}`),
  ];
}
