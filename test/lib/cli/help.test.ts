/** The help: every command has examples, and they are commands that there are. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makePlace, type Place } from "./support/test-context.ts";

let place: Place;
let helps: Map<string, string>;

beforeAll(async () => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  place = await makePlace();
  helps = await collect([]);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await place.remove();
});

/** The help of a command and of all commands below it. */
async function collect(command: string[]): Promise<Map<string, string>> {
  const { out } = await place.vigia([...command, "--help"]);
  const helpTexts = new Map([[command.join(" "), out]]);
  const [, below = ""] = /\nCommands:\n([\s\S]*?)(\n\n|$)/.exec(out) ?? [];
  for (const [, name = ""] of below.matchAll(/^ {2}([a-z-]+)/gm)) {
    if (name === "help") continue;
    for (const [key, text] of await collect([...command, name])) helpTexts.set(key, text);
  }
  return helpTexts;
}

/** The words of each example, without what its shell does with input and output. */
function examplesIn(help: string): string[][] {
  return [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = ""]) => {
    const [command = ""] = line.split(/ [<>|] /);
    return command
      .replace(/^npm exec .* -- vigia |npx vigia /, "")
      .split(" ")
      .map((word) => word.replaceAll("'", ""));
  });
}

test("names no default that is empty", () => {
  for (const [command, help] of helps)
    expect([command, help]).toEqual([command, expect.not.stringContaining("(default: )")]);
});

test("has examples for every command that does something, none of them wrong use", async () => {
  for (const [command, help] of helps) {
    const examples = examplesIn(help);
    if (!help.includes("\nCommands:\n")) expect([command, examples.length > 0]).toEqual([command, true]);
    for (const words of examples) {
      const { code, err } = await place.vigia(words, { stdin: "x" });
      expect([words.join(" "), code, err]).toEqual([words.join(" "), ...withoutStack(words)]);
    }
  }
});

/** Result of every example without a local stack and without an answer of AWS. */
function withoutStack(words: readonly string[]): [code: number, err: unknown] {
  if (words[0] === "start") return [0, ""];
  if (words[0] === "init") return [0, expect.stringContaining("Run npm install, then npm start.")];
  if (words.includes("--dry-run") || words.includes("--fix"))
    return [1, expect.stringMatching(/^(users|wallets)\.(csv|jsonl) cannot be read/)];
  if (words.includes("--stage"))
    return [1, expect.stringMatching(/^AWS does not answer for stage dev: .*\n$/)];
  return [4, expect.stringMatching(/^The local stack is not running: start it with `npm start`, .*\n$/)];
}
