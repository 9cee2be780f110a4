/** Webhooks as the service sends them, and each of them read back. */

import { setTimeout as sleep } from "node:timers/promises";
import pMap from "p-map";
import { type Authenticator, authenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import type { Target } from "../../../lib/cli/core/target.ts";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody } from "../../../lib/contract/signature.ts";
import { NotificationQueries } from "../../../lib/intake/notifications/notification-queries.ts";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";

const ILLEGAL_EVERY = 20;

const CONCURRENT_POSTS = 8;
const CONCURRENT_READS = 16;

/** A post that is refused for the moment is sent so often, after a pause that grows by this each time. */
const TRIES = 20;
const PAUSE_MS = 500;
const POST_TIMEOUT_MS = 35_000;

/** Time without a change after which a missing message is given up. */
const PATIENCE_MS = 60_000;
const POLL_MS = 2_000;

export interface SentWebhook {
  key: string;
  text: string;
}

export function inventedWebhooks(firstId: number, count: number, projectId = 1): SentWebhook[] {
  return Array.from({ length: count }, (_, index) => {
    const id = firstId + index;
    const body = notificationBody({
      id,
      projectId,
      address: {
        id: index,
        userId: `u-${index % 50}`,
        address: walletOf(index % 50),
        description: "Ñandú 🦤",
      },
      txHash: `0x${id.toString(16).padStart(64, "0")}`,
      inflictedLaws: index % ILLEGAL_EVERY === 0 ? [LFPIORPI, FINTECH_LAW] : [FINTECH_LAW],
    });
    // More digits than a double has.
    const text = JSON.stringify(body).replace(
      "1000000000000000000",
      `123456789012345678901234${String(index).padStart(5, "0")}`,
    );
    return { key: `${projectId}#${id}`, text };
  });
}

function walletOf(index: number): string {
  return `0x${(index + 1).toString(16).padStart(40, "0")}`;
}

/** Sends each; what is refused for the moment is sent again. @returns how many were accepted */
export async function send(target: Target, webhooks: readonly SentWebhook[], project = 1): Promise<number> {
  const authenticate = await authenticator(target, project, Date.now());
  const post = ({ text }: SentWebhook) => postUntilTaken(target.adapter, authenticate, text);
  const taken = await pMap(webhooks, post, { concurrency: CONCURRENT_POSTS });
  return taken.filter(Boolean).length;
}

async function postUntilTaken(adapter: string, authenticate: Authenticator, body: string): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const status = await post(adapter, authenticate, body).catch(() => 503);
    if (status === 200) return true;
    if (status !== 429 && status < 500) return false;
    await sleep(tries * PAUSE_MS);
  }
  return false;
}

async function post(adapter: string, authenticate: Authenticator, body: string): Promise<number> {
  const path = "/webhook";
  const call = { method: "POST", path, canonicalBody: canonicalBody(parseObject(body)) };
  const proof = authenticate({ ...call, timestamp: String(Date.now()) });
  const reply = await fetch(`${adapter}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...proof },
    body,
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/**
 * Looks until everything is as it was sent, or nothing has changed for a while.
 * @returns the keys of those whose bytes are not those that were sent, or that are not there
 */
export async function differentFrom(target: Target, webhooks: readonly SentWebhook[]): Promise<string[]> {
  const queries = new NotificationQueries(documents(target), target.tables.notifications);
  const isStored = async ({ key, text }: SentWebhook) => {
    const raw = (await queries.find(key))?.notification.raw;
    return raw !== undefined && expandBody(raw).toString() === text;
  };
  let missing = webhooks;
  for (let changed = Date.now(); ; await sleep(POLL_MS)) {
    const stored = await pMap(missing, isStored, { concurrency: CONCURRENT_READS });
    if (stored.includes(true)) changed = Date.now();
    missing = missing.filter((_, at) => stored[at] !== true);
    if (missing.length === 0 || Date.now() - changed > PATIENCE_MS) return missing.map(({ key }) => key);
  }
}
