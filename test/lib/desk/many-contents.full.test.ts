/** Floods of contents of one notification: its page, body and evidence read a bounded part of them, and lead on. */

import { randomBytes } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it, vi } from "vitest";
import { logger } from "../../../lib/aws/observe.ts";
import { messagesOf } from "../../../lib/cases/evidence/evidence-messages.ts";
import { partsOfRevision, pastKey } from "../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../lib/intake/notifications/notification-queries.ts";
import { compressBody } from "../../../lib/intake/notifications/raw-body.ts";
import { cpuTimeOf } from "../../support/cpu-time.ts";
import { readAt, storedItem } from "../../support/deliveries.ts";
import { startDesk } from "../../support/desk/desk-app.ts";

/** Contents beside the first, and the size of each. */
const OTHERS = 200;
const BYTES = 30_000;

const FLOODED = "/c/1.7?tab=messages";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** Content `at` of notification 7: the current one where it is 0. */
function content(at: number) {
  const receivedAt = new Date(1_772_000_000_000 + at).toISOString();
  const { ofProject, ofUser, ofWallet, ofHash, ...item } = storedItem(readAt(receivedAt, { id: 7 }));
  const { transaction } = partsOfRevision(item.revision);
  const digest = String(at).padStart(22, "c");
  return {
    ...item,
    ...(at === 0 ? { ofProject, ofUser, ofWallet, ofHash } : pastKey(item.key, transaction, digest)),
    digest,
    revisions: OTHERS,
    raw: compressBody(Buffer.from(`{"${at}":"${randomBytes(BYTES / 2).toString("hex")}"}`)),
  };
}

beforeAll(async () => {
  vi.spyOn(logger, "info").mockImplementation(() => {});
  for (let at = 0; at <= OTHERS; at += 25) {
    const contents = Array.from({ length: Math.min(25, OTHERS + 1 - at) }, (_, index) => content(at + index));
    const puts = contents.map((Item) => ({ PutRequest: { Item } }));
    await desk.client.send(new BatchWriteCommand({ RequestItems: { Notifications: puts } }));
  }
  await desk.cases.open("7", { userId: "u-1" });
});
const queries = () => new NotificationQueries(desk.client, "Notifications");

/** The contents whose messages a page links beside the one that it is about, and where it leads on. */
function readPage(text: string) {
  const names = [...text.matchAll(/href="\/notification-body\?name=1%237%23[\w-]{16}%23(c+\d+)"/g)].map(
    ([, name]) => name,
  );
  const [, more] = /<a href="(\/c\/[^"]+&amp;after=[^"]+)">More of them/.exec(text) ?? [];
  return { names, more: more?.replaceAll("&amp;", "&") };
}

it("shows a page of them at a time, and leads through all", async () => {
  const seen = new Set<string | undefined>();
  let [next, pages]: [string | undefined, number] = [FLOODED, 0];
  while (next !== undefined) {
    const { status, text } = await officer(next);
    expect(status).toBe(200);
    const { names, more } = readPage(text);
    expect(names.length).toBeLessThanOrEqual(20);
    for (const name of names) seen.add(name);
    expect(text.includes("More of them")).toBe(more !== undefined);
    expect(text.includes("The first of them")).toBe(pages > 0);
    [next, pages] = [more, pages + 1];
  }
  expect(seen.size).toBe(OTHERS);
  expect(pages).toBe(OTHERS / 20);
});

it("answers with the page, the body and the evidence of one within a second of CPU each", async () => {
  for (const path of [
    FLOODED,
    "/notification-body?name=1%237",
    "/evidence?subject=notification%231%237&opened=once",
  ]) {
    const times: number[] = [];
    for (let visit = 0; visit < 3; visit++)
      times.push(await cpuTimeOf(async () => expect(await officer(path)).toMatchObject({ status: 200 })));
    expect(Math.min(...times)).toBeLessThan(1_000);
  }
});

it("packs some of them with a case, and says so", async () => {
  const { messages, gaps } = await messagesOf(
    { subject: "notification#1#7", opened: "once" },
    undefined,
    queries(),
    new Date(),
  );
  expect(messages.map(({ body }) => body?.length)).toHaveLength(21);
  expect(gaps).toEqual([{ kind: "contents left out", key: "1#7" }]);
});

it("has every one of them for the command, one at a time", async () => {
  let count = 0;
  for await (const revision of queries().revisions(content(0))) count += revision.key === "1#7" ? 1 : 0;
  expect(count).toBe(OTHERS);
});
