/** `vigia verify`: says of a captured request why its signature fails. */

import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { addCommand, type Call, type CommandGroup, handle } from "../../core/command.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { readInput } from "../../core/input.ts";
import { timeIn } from "../../core/options.ts";
import { factTable } from "../../output/layout.ts";
import { paint } from "../../output/print.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { type Candidate, type CapturedRequest, diagnose } from "./diagnosis.ts";

/** API Gateway takes no larger body. */
const MAX_CAPTURE = 10_485_760;

export function addVerify(program: CommandGroup, summary: string): void {
  addCommand(program, "verify <request>", {
    summary,
    examples: ["vigia verify request.txt --at 2026-03-01T12:00:00Z"],
    details:
      "<request> is a file with raw HTTP, or - for standard input: POST /webhook HTTP/1.1, the headers, an empty line, the body.",
  })
    .option("--at <time>", "when it was received (default: now)", timeIn(program.context))
    .action(handle(program, verify));
}

async function verify(
  { context, chosenTarget }: Call,
  file: string,
  { at }: { at?: string | undefined },
): Promise<number> {
  const target = await chosenTarget();
  const request = readHttp((await readInput(context, file, MAX_CAPTURE)).toString());
  if (request === undefined)
    throw new CommandError(
      `This is not a captured request: expected "POST /webhook HTTP/1.1", headers, an empty line, the body.`,
    );
  const store = new SecretStore(target);
  const candidates: Candidate[] = [];
  for (const project of [...target.servedIds, TEST_PROJECT])
    for (const secret of await store.read("webhook", project)) candidates.push({ ...secret, project });
  const findings = diagnose(request, candidates, at === undefined ? context.now() : Date.parse(at));
  const wrong = new Set(findings.filter(({ ok }) => !ok).map(({ part }) => part));
  await context.print(
    wrong.size === 0
      ? paint(context.stdout, "green", "The signature is valid.")
      : paint(context.stdout, "red", `The signature fails: ${[...wrong].join(", ")}.`),
  );
  const facts = findings.map(({ part, ok, text }) => [part, ok ? `ok: ${text}` : text] as const);
  await context.print(factTable(facts, context.stdout));
  if (at === undefined && wrong.has("clock"))
    await context.print("If it was received earlier than now, give the time with --at.");
  return wrong.size === 0 ? EXIT.done : EXIT.failed;
}

/** @returns undefined where the text does not begin like a request */
function readHttp(text: string): CapturedRequest | undefined {
  const [end = ""] = /\r?\n(?:> ?)?\r?\n|$/.exec(text) ?? [];
  const head = end === "" ? text : text.slice(0, text.indexOf(end));
  // curl marks the lines that it sent.
  const [first = "", ...lines] = head.split(/\r?\n/).map((line) => line.replace(/^> ?/, ""));
  const [, method = "", path] = /^([A-Za-z]+) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(first) ?? [];
  if (path === undefined) return undefined;
  const headers = lines
    .map((line) => line.split(/:(.*)/))
    .map(([name = "", value = ""]) => [name.toLowerCase(), value.trim()]);
  const body = text.slice(head.length + end.length);
  return { method, path, headers: Object.fromEntries(headers), body };
}
