/** The quick starts: each of their commands prints what the page says, but for times, ids and ports. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { localProject } from "../../infra/local/sandbox/local-projects.ts";
import { makePlace, type Place } from "../lib/cli/support/test-context.ts";
import { standInFor } from "../support/deployed-stack.ts";
import { differsFrom, type ShownCommand, shownCommands } from "../support/shown-commands.ts";
import { TestStack } from "../support/test-stack.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROJECT = localProject(1);
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

let stack: TestStack;
let place: Place;

beforeAll(async () => {
  const projects = [{ id: 1 }, { id: 2, mexico: true }];
  stack = await TestStack.start({ timeScale: 10, props: { projects }, prepared: true });
  place = await makePlace(stack.stack.endpoints);
});

afterAll(async () => {
  await place.remove();
  await stack.close();
});

/** As the mail of AWS Notifications has it. */
function confirmationLink(): string {
  const { alerts } = stack.endpoints.topics;
  return `https://sns.us-east-1.amazonaws.com/confirmation.html?TopicArn=${alerts}&Token=invented`;
}

/** Output of a command after its questions, which are those of the page. */
async function outputOf({ command, questions }: ShownCommand): Promise<string> {
  const [program, ...words] = (command.match(/'[^']*'|\S+/g) ?? []).map((word) =>
    word.replaceAll("'", "").replace("<link>", confirmationLink()),
  );
  if (program === "curl") {
    const { pathname } = new URL(words[0] ?? "");
    return (await fetch(`${stack.stack.endpoints.signingProxy}${pathname}`)).text();
  }
  expect(program).toBe("vigia");
  const askedQuestions: string[] = [];
  const secret = command.includes("api-key") ? PROJECT.apiKey : PROJECT.webhookSecret;
  const { code, out, err } = await place.vigia(words, { now: Date.now(), asked: askedQuestions, secret });
  expect([command, code, askedQuestions]).toEqual([command, 0, questions]);
  await stack.settled();
  // A new stage has no secret before.
  return `${out}${err}`
    .replace("has this value already", "is set")
    .replace(" The functions refuse the previous value within a minute.", "");
}

it("prints for each command what the page on AWS shows, but for what CloudFormation says", async () => {
  const shown = shownCommands(textOf("docs/quickstart-aws.md"));
  expect(shown).toHaveLength(8);
  const ofCdk = shown.filter(({ command }) => command.startsWith("cdk"));
  expect(ofCdk.map(({ command }) => command)).toEqual([
    "cdk bootstrap aws://111122223333/us-east-1",
    "cdk deploy Vigia-dev",
  ]);
  const leave = await standInFor(stack, "dev", "local");
  try {
    for (const vigiaCommand of shown.filter(({ command }) => command.startsWith("vigia")))
      expect(
        differsFrom(ofAnyStage(vigiaCommand.output), ofAnyStage(await outputOf(vigiaCommand))),
      ).toBeUndefined();
  } finally {
    leave();
  }
  expect(stack.alerts().at(-1)?.subject).toMatch(/^\[TEST\] /);
});

it("prints for each command what the page on this machine shows", async () => {
  const shown = shownCommands(textOf("docs/quickstart-local.md"));
  expect(shown).toHaveLength(5);
  for (const command of shown) expect(differsFrom(command.output, await outputOf(command))).toBeUndefined();
  const subjects = stack.alerts().map(({ subject }) => subject);
  expect(subjects).toContain("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
});

/** No emulator knows an account, and this stack has a project more than the page. */
function ofAnyStage(output: string): string {
  return output
    .replace(/^Stage dev: account .* us-east-1\.\n/, "")
    .replaceAll(/^.* project 2 .*\n/gm, "")
    .replaceAll(/^\d+ ok, \d+ warn/gm, "… ok, … warn");
}
