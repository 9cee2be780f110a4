/** The local quick start: each of its commands prints what the page says, but for times, ids and ports. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePlace, type Place } from "../lib/cli/support/test-context.ts";
import { TestStack } from "../support/test-stack.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/quickstart-local.md"), "utf8");
/** Commands whose output follows them on the page. */
const SHOWN = [...PAGE.matchAll(/```sh\n(.+)\n```\n\n```(?:text|json)\n([\s\S]*?)```/g)].map(
  ([, command = "", output = ""]) => ({ command, output }),
);

let stack: TestStack;
let place: Place;

beforeAll(async () => {
  const projects = [{ id: 1 }, { id: 2, mexico: true }];
  stack = await TestStack.start({ context: { projects }, examples: true });
  place = await makePlace(stack.stack.endpoints);
});

afterAll(async () => {
  await place.remove();
  await stack.close();
});

/** Without what differs from run to run. */
function lasting(output: string): string {
  return output
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{3}Z-[0-9a-f]{6})?/g, "<time>")
    .replaceAll(/1#\d+/g, "1#<id>")
    .trim();
}

async function outputOf(command: string): Promise<string> {
  const [program, ...words] = command.split(" ");
  if (program === "curl") {
    const { pathname } = new URL(words[0] ?? "");
    return (await fetch(`${stack.stack.endpoints.signingProxy}${pathname}`)).text();
  }
  expect(words.shift()).toBe("vigia");
  const { code, out, err } = await place.vigia(words, { now: Date.now() });
  expect([command, code]).toEqual([command, 0]);
  await stack.settled();
  return `${out}${err}`;
}

it("prints for each command what the page shows", async () => {
  expect(SHOWN).toHaveLength(5);
  for (const { command, output } of SHOWN) expect(lasting(await outputOf(command))).toBe(lasting(output));
  const subjects = stack.alerts().map(({ subject }) => subject);
  expect(subjects).toContain("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
});
