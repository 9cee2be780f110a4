/** Commands in alerts, and about what they speak of, on a whole stack without authentication of webhooks. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlace, type Place, type Result } from "../../lib/cli/support/test-context.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

/** Some terminals write to the clipboard what this names. */
const HOSTILE = "ETH\u001b]52;c;ZWNobyBoaQ==\u0007";

let stack: TestStack;
let place: Place;

beforeAll(async () => {
  stack = await TestStack.start({
    timeScale: 20,
    props: { projects: [{ id: 1 }], inbound: { authentication: "none" } },
  });
  place = await makePlace(stack.stack.endpoints);
});

afterAll(async () => {
  await place.remove();
  await stack.close();
});

const vigia = (line: string, terminal = false): Promise<Result> =>
  place.vigia(line.replaceAll("'", "").split(" "), { now: Date.now(), terminal });

const list = async (line: string) =>
  (await vigia(`${line} --format jsonl`)).out
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row));

/** The last message of a topic, and the command lines in it. */
function lastOf(topic: "alerts" | "operations") {
  const alert = stack.alerts().findLast((candidate) => candidate.topic === topic);
  const commands = [...(alert?.text ?? "").matchAll(/^ {2}vigia (.+)$/gm)].map(([, line = ""]) => line);
  return { subject: alert?.subject ?? "", text: alert?.text ?? "", commands };
}

test("lists, shows and leaves unreplayed a body of another project, by what its alerts say", async () => {
  const body = JSON.stringify(notificationBody({ id: 72, projectId: 7 }));
  expect((await stack.post(body)).status).toBe(400);
  await stack.settled();
  const [{ key }] = await list("notifications list --kind quarantined");
  expect(key).toMatch(/^1#quarantined#/);
  const [forOperations = ""] = lastOf("operations").commands;
  expect((await vigia(forOperations)).out).toBe(body);
  const { code, out } = await vigia(`notifications replay ${key}`);
  expect([code, out]).toEqual([1, expect.stringContaining("not understood: data.projectId: ")]);
});

test("lets a token's name drive no terminal, and puts no control character into a file", async () => {
  const token = { name: HOSTILE, symbol: HOSTILE, decimals: 18, address: null };
  await stack.post(notificationBody({ id: 73, token, inflictedLaws: [{ ...LFPIORPI, name: HOSTILE }] }));
  await stack.settled();
  for (const line of ["list", "list --format csv", "show 1#73"].map((words) => `notifications ${words}`)) {
    expect((await vigia(line, true)).out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect((await vigia(line)).out).not.toMatch(/(?![\n\t])\p{Cc}/u);
  }
  expect((await vigia("notifications list --format csv")).out).toContain("ETH\\u001b]52;c;");
});
