/** `vigia verify`: says of a captured request why its signature fails. */

import * as z from "zod/mini";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { CommandError, EXIT, WrongUseError } from "../../core/failure.ts";
import { nameOfInput, readInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";
import { factTable } from "../../output/table.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { type Candidate, type CapturedRequest, diagnose, readCapture } from "./diagnosis.ts";

/** API Gateway takes no larger body. */
const MAX_CAPTURE = 10_485_760;

export function addVerify(program: CommandGroup): void {
  addCommand(program, "verify <request> [path] [body]", {
    summary: "explain why the signature of a captured request fails: clock, path, body or secret",
    examples: [
      "vigia verify request.txt --at 2026-03-01T12:00:00Z",
      "vigia verify POST /webhook body.json --signature 'mJ0…=' --timestamp 1772366400000",
    ],
    details:
      "<request> is a file with raw HTTP or an API Gateway event, or - for standard input. Or it is a method, followed by the path, a file with the body if there is one, --signature and --timestamp.",
    action: verify,
  })
    .option("--signature <base64>", "value of the signature header, if the method is given")
    .option("--timestamp <ms>", "value of the timestamp header, if the method is given")
    .option("--at <time>", "when it was received (default: now)");
}

async function verify({ context, args, options, target }: Call): Promise<number> {
  const { signature, timestamp, at } = options({
    signature: z.optional(z.string()),
    timestamp: z.optional(z.string()),
    at: z.optional(option.time(context.now())),
  });
  const found = await target();
  if (found.inbound.authentication !== "signature")
    throw new CommandError(
      `${found.name} authenticates calls by "${found.inbound.authentication}", not by signatures: there is nothing to verify.`,
    );
  const request = await readRequest(context, found, args, { signature, timestamp });
  const findings = diagnose(request, {
    ...found.inbound,
    candidates: await candidatesOf(found),
    at: at === undefined ? context.now() : Date.parse(at),
  });
  const wrong = findings.filter(({ ok }) => !ok);
  await context.print(
    wrong.length === 0
      ? paint(context.stdout, "green", "The signature is valid.")
      : paint(
          context.stdout,
          "red",
          `The signature fails: ${[...new Set(wrong.map(({ part }) => part))].join(", ")}.`,
        ),
  );
  const facts = findings.map(({ part, ok, text }) => [part, ok ? `ok: ${text}` : text] as const);
  await context.print(factTable(facts, context.stdout));
  if (at === undefined && wrong.some(({ part }) => part === "clock"))
    await context.print("If it was received earlier than now, give the time with --at.");
  return wrong.length === 0 ? EXIT.done : EXIT.failed;
}

async function readRequest(
  context: CommandContext,
  { inbound }: Target,
  [request = "", path, file]: Call["args"],
  given: { signature: string | undefined; timestamp: string | undefined },
): Promise<CapturedRequest> {
  if (path === undefined)
    return readCapture(await readInput(context, request, MAX_CAPTURE), nameOfInput(request));
  if (given.signature === undefined || given.timestamp === undefined)
    throw new WrongUseError("With <method>, give --signature and --timestamp too.");
  return {
    method: request,
    path,
    headers: new Map([
      [inbound.signatureHeader, given.signature],
      [inbound.timestampHeader, given.timestamp],
    ]),
    body: file === undefined ? Buffer.alloc(0) : await readInput(context, file, MAX_CAPTURE),
  };
}

async function candidatesOf(target: Target): Promise<Candidate[]> {
  const store = new SecretStore(target);
  const byProject = await Promise.all(
    target.projectIds.map(async (projectId) =>
      (await store.read("webhook", projectId)).map((secret) => ({ projectId, secret })),
    ),
  );
  return byProject.flat();
}
