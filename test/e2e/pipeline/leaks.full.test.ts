import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  FOREIGN_MESSAGE,
  PERSONAL,
  SECRETS,
  UNREAD_BODY,
  UNSIGNED_BODY,
  USER_ID,
} from "../leaks/canaries.ts";
import { commands } from "../leaks/commands.ts";
import { LeakStack } from "../leaks/leak-stack.ts";
import {
  lookUps,
  refusedWebhooks,
  scans,
  scanWithoutSecret,
  takenWebhooks,
  withoutSecrets,
} from "../leaks/paths.ts";
import { type Source, search } from "../leaks/search.ts";

let leaks: LeakStack;
let scanning: LeakStack;
let sources: Source[];

beforeAll(async () => {
  leaks = await LeakStack.start(10);
  // The waits of a scan are long, and the API's time limits are short: one time scale does not fit both.
  scanning = await LeakStack.start(600);
});
afterAll(async () => {
  await leaks.close();
  await scanning.close();
});

/** The sources of a kind. */
function sourcesOf(kind: RegExp): Source[] {
  return sources.filter(({ name }) => kind.test(name));
}

describe("canaries on every path", () => {
  it("get the answers that they should", async () => {
    expect(await lookUps(leaks)).toEqual([200, 200, 404, 500, 500, 401, 401, 401, 503]);
    expect(await refusedWebhooks(leaks)).toEqual([401, 401, 401, 400, 413, 503]);
    await takenWebhooks(leaks);
    await scans(scanning);
    await scanWithoutSecret(scanning);
    await commands(leaks);
    expect(await withoutSecrets(leaks)).toEqual([503, 503, 503, 503, 503]);
    sources = [...(await leaks.sources()), ...(await scanning.sources())];
  });
});

describe("after every path was taken", () => {
  it("a field of a User record is nowhere but in the reply to its look-up", () => {
    expect(search(sources, PERSONAL)).toEqual([]);
  });

  it("a webhook secret and an API key are nowhere", () => {
    expect(search(sources, SECRETS)).toEqual([]);
  });

  it("an API key goes to the service, in its two headers", () => {
    expect(scanning.keysSent()).toBeGreaterThan(5);
  });

  it("an unsigned body is nowhere, and was never queued", () => {
    expect(search(sourcesOf(/^(?!a request of Vigia-local-ReceiveWebhook)/), [UNSIGNED_BODY])).toEqual([]);
  });

  it("keeps the unread parts of an authentic body in the queue and the table, and out of logs, replies and alerts", () => {
    const allowed =
      /^(the table notifications|a request of Vigia-local-(ReceiveWebhook|StoreNotifications)|dead letters)/;
    expect(
      search(
        sources.filter(({ name }) => !allowed.test(name)),
        [UNREAD_BODY],
      ),
    ).toEqual([]);
    expect(search(sourcesOf(/^the table notifications/), [UNREAD_BODY])).toHaveLength(1);
  });

  it("what a stranger puts into the queue is in no log and in no alert", () => {
    expect(search(sourcesOf(/^(the log|the alerts|the events|the table)/), [FOREIGN_MESSAGE])).toEqual([]);
  });
});

describe("the search", () => {
  it.each([
    ["a log", /^the log GetUser/],
    ["a request to the queue", /^a request of Vigia-local-ReceiveWebhook/],
    ["a request to the table and the topic", /^a request of Vigia-local-StoreNotifications/],
    ["an alert", /^the alerts/],
    ["a table", /^the table notifications/],
    ["what a command prints", /^vigia notifications list/],
  ])("sees what may be seen in %s", (_, kind) => {
    expect(search(sourcesOf(kind), [USER_ID]).length).toBeGreaterThan(0);
  });
});
