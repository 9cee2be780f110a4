/** `vigia sign`: the two headers with which a request counts as the service's own. */

import * as z from "zod/mini";
import { parseObject, textOf, UnreadableJsonError } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../../../contract/signature.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { nameOfInput, readInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import { chosenProject } from "../../core/target.ts";
import { authenticator } from "./inbound-call.ts";

/** API Gateway takes no larger body. */
const MAX_BODY = 10_485_760;

export function addSign(program: CommandGroup): void {
  addCommand(program, "sign <method> <path> [body]", {
    summary: "print the headers that sign a request as the service signs it, for curl -H @-",
    examples: [
      "vigia sign GET /users/u-1",
      "vigia sign POST /webhook body.json > headers.txt",
      "vigia sign GET /users/u-1 | curl -H @- http://127.0.0.1:3002/users/u-1",
    ],
    details: "[body] is a file with a JSON object, or - for standard input; a request without one signs {}.",
    action: signRequest,
  })
    .option("--project <id>", "the project whose secret signs (default: the only one)")
    .option("--timestamp <ms>", "milliseconds since 1970 (default: now)");
}

async function signRequest({ context, args, options, target }: Call): Promise<undefined> {
  const [method = "", path = "", file] = args;
  const { project, timestamp = String(context.now()) } = options({
    project: option.project,
    timestamp: z.optional(
      z.string().check(z.regex(/^\d{1,16}$/, { error: "expected milliseconds since 1970, digits only" })),
    ),
  });
  if (!path.startsWith("/"))
    throw new WrongUseError("<path>: expected a path that begins with /, such as /webhook.");
  const found = await target();
  const bytes = file === undefined ? Buffer.from(NO_BODY) : await readInput(context, file, MAX_BODY);
  const canonical = canonicalOf(bytes, file);
  const authenticate = await authenticator(found, chosenProject(found, project), context.now());
  // The query is not signed.
  const parts = { method, path: path.replace(/[?#].*$/s, ""), canonicalBody: canonical, timestamp };
  for (const [name, value] of Object.entries(authenticate(parts))) await context.print(`${name}: ${value}`);
}

function canonicalOf(bytes: Buffer, file = ""): string {
  try {
    return canonicalBody(parseObject(textOf(bytes)));
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error;
    throw new CommandError(
      `${nameOfInput(file)} cannot be signed: ${error.message}, and the service signs JSON objects only.`,
    );
  }
}
