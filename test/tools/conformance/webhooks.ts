/** Webhooks as the service sends them, with repeats and illegal ones, and each of them read back. */

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

/** One in five is sent twice, one in twenty is illegal. */
const REPEAT_EVERY = 5;
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
  illegal: boolean;
  times: number;
}

/** @param count how many are sent in all, repeats counted */
export function inventedWebhooks(firstId: number, count: number, projectId = 1): SentWebhook[] {
  const contents = Math.round((count * REPEAT_EVERY) / (REPEAT_EVERY + 1));
  return Array.from({ length: contents }, (_, index) => {
    const id = firstId + index;
    const illegal = index % ILLEGAL_EVERY === 0;
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
      inflictedLaws: illegal ? [LFPIORPI, FINTECH_LAW] : [FINTECH_LAW],
    });
    // More digits than a double has.
    const text = JSON.stringify(body).replace(
      "1000000000000000000",
      `123456789012345678901234${String(index).padStart(5, "0")}`,
    );
    const times = index % REPEAT_EVERY === 0 && index / REPEAT_EVERY < count - contents ? 2 : 1;
    return { key: `${projectId}#${id}`, text, illegal, times };
  });
}

export function walletOf(index: number): string {
  return `0x${(index + 1).toString(16).padStart(40, "0")}`;
}

/** Sends each as often as it says; what is refused for the moment is sent again. @returns how many were accepted */
export async function send(target: Target, webhooks: readonly SentWebhook[], project = 1): Promise<number> {
  const authenticate = await authenticator(target, project, Date.now());
  const posts = webhooks.flatMap(({ text, times }) => Array<string>(times).fill(text));
  const post = (text: string) => postUntilTaken(target.adapter, authenticate, text);
  const taken = await pMap(posts, post, { concurrency: CONCURRENT_POSTS });
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

interface ReadBack {
  stored: number;
  repeats: number;
  alerted: number;
  /** Keys whose bytes are not those that were sent, or that are not there. */
  different: string[];
}

/** Looks until everything is as it was sent, or nothing has changed for a while. */
export async function readBack(target: Target, webhooks: readonly SentWebhook[]): Promise<ReadBack> {
  const database = documents(target);
  const queries = new NotificationQueries(database, target.tables.notifications);
  let changed = Date.now();
  let before = "";
  for (;;) {
    const found = await pMap(webhooks, async ({ key }) => (await queries.find(key))?.notification, {
      concurrency: CONCURRENT_READS,
    });
    const readBack: ReadBack = {
      stored: found.filter((one) => one !== undefined).length,
      repeats: found.reduce((sum, one) => sum + (one?.repeats ?? 0), 0),
      alerted: found.filter((one) => one?.alert.state === "sent").length,
      different: webhooks.filter(({ text }, at) => textOf(found[at]?.raw) !== text).map(({ key }) => key),
    };
    if (isAll(readBack, webhooks) || Date.now() - changed > PATIENCE_MS) return readBack;
    const now = JSON.stringify(readBack);
    if (now !== before) changed = Date.now();
    before = now;
    await sleep(POLL_MS);
  }
}

function textOf(raw: Uint8Array | undefined): string | undefined {
  return raw === undefined ? undefined : expandBody(raw).toString();
}

function isAll({ stored, repeats, alerted, different }: ReadBack, webhooks: readonly SentWebhook[]): boolean {
  return (
    stored === webhooks.length &&
    different.length === 0 &&
    alerted === webhooks.filter(({ illegal }) => illegal).length &&
    repeats === webhooks.reduce((sum, { times }) => sum + times - 1, 0)
  );
}
