/** `vigia verify`: says of a captured request why its signature fails. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { type CapturedRequest, readCapture } from "./captured-request.ts";
import { addCommand, type Call } from "./command.ts";
import { diagnose } from "./diagnosis.ts";
import { EXIT, Failure, WrongUse } from "./failure.ts";
import { nameOfInput, readInput } from "./input.ts";
import { readOptions, timeOption } from "./options.ts";
import { paint, printLine } from "./print.ts";
import { SecretStore } from "./secret-store.ts";
import type { Candidate } from "./signature-variants.ts";
import { factsOf } from "./table.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** API Gateway takes no larger body. */
const MAX_CAPTURE = 10_485_760;

/** Adds the command. */
export function addVerify(program: Command, world: World): void {
  addCommand(program, world, "verify <request> [path] [body]", {
    summary: "say why the signature of a captured request fails: clock, path, body or secret",
    examples: [
      "vigia verify request.txt --at 2026-03-01T12:00:00Z",
      "vigia verify POST /webhook body.json --signature 'mJ0…=' --timestamp 1772366400000",
    ],
    details:
      "<request> is a file with raw HTTP or an API Gateway event, or - for standard input; or else a method, followed by the path, perhaps a file with the body, --signature and --timestamp.",
    action: verify,
  })
    .option("--signature <base64>", "the signature header's value, where the method is given")
    .option("--timestamp <ms>", "the timestamp header's value, where the method is given")
    .option("--at <time>", "when it was received (default: now)");
}

async function verify({ world, args, options, target }: Call): Promise<number> {
  const schema = z.object({
    signature: z.optional(z.string()),
    timestamp: z.optional(z.string()),
    at: z.optional(timeOption(world.now())),
  });
  const { signature, timestamp, at } = readOptions(schema, options);
  const found = await target();
  if (found.inbound.authentication !== "signature")
    throw new Failure(
      `${found.name} authenticates calls by "${found.inbound.authentication}", not by signatures: there is none to verify.`,
    );
  const request = await readRequest(world, found, args, { signature, timestamp });
  const findings = diagnose(request, {
    ...found.inbound,
    candidates: await candidatesOf(found),
    at: at ?? world.now(),
  });
  const wrong = findings.filter(({ ok }) => !ok);
  await printLine(
    world.stdout,
    wrong.length === 0
      ? paint(world.stdout, "green", "The signature is right.")
      : paint(
          world.stdout,
          "red",
          `The signature fails: ${[...new Set(wrong.map(({ part }) => part))].join(", ")}.`,
        ),
  );
  const facts = findings.map(({ part, ok, text }) => [part, ok ? `ok: ${text}` : text] as const);
  await printLine(world.stdout, factsOf(facts, world.stdout));
  if (at === undefined && wrong.some(({ part }) => part === "clock"))
    await printLine(world.stdout, "If it was received earlier than now, say when with --at.");
  return wrong.length === 0 ? EXIT.done : EXIT.failed;
}

async function readRequest(
  world: World,
  { inbound }: Target,
  [request = "", path, file]: Call["args"],
  given: { signature: string | undefined; timestamp: string | undefined },
): Promise<CapturedRequest> {
  if (path === undefined)
    return readCapture(await readInput(world, request, MAX_CAPTURE), nameOfInput(request));
  if (given.signature === undefined || given.timestamp === undefined)
    throw new WrongUse("Where the method is given, --signature and --timestamp are needed too.");
  return {
    method: request,
    path,
    headers: new Map([
      [inbound.signatureHeader, given.signature],
      [inbound.timestampHeader, given.timestamp],
    ]),
    body: file === undefined ? Buffer.alloc(0) : await readInput(world, file, MAX_CAPTURE),
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
