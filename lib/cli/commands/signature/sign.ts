/** `vigia sign`: the two headers with which a request counts as the service's own. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { parseObject, textOf, UnreadableJsonError } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../../../contract/signature.ts";
import { addCommand, type CommandGroup, handle } from "../../core/command.ts";
import type { ProcessContext } from "../../core/command-context.ts";
import { CommandError } from "../../core/failure.ts";
import { readInput } from "../../core/input.ts";
import { projectIn } from "../../core/options.ts";
import { requireCallableProject } from "../../core/target.ts";
import { authenticator } from "./inbound-call.ts";

/** API Gateway takes no larger body. */
const MAX_BODY = 10_485_760;

export function addSign(program: CommandGroup, summary: string): void {
  addCommand(program, "sign", {
    summary,
    examples: [
      "vigia sign GET /users/u-1 --project 1",
      "vigia sign POST /webhook body.json > headers.txt",
      "vigia sign GET /users/u-1 --project 1 | curl -H @- http://127.0.0.1:3002/users/u-1",
    ],
  })
    .argument("<method>", "such as GET")
    .argument("<path>", "such as /webhook", pathIn)
    .argument("[body]", "a file with a JSON object, or - for standard input (default: {})")
    .option(
      "--project <id>",
      "the project whose secret signs (default: the only one); 0 is the test project",
      projectIn,
    )
    .option("--timestamp <ms>", "milliseconds since 1970 (default: now)", timestampIn)
    .action(
      handle(program, async ({ context, chosenTarget }, method, path, file, { project, timestamp }) => {
        const target = await chosenTarget();
        const canonical = file === undefined ? NO_BODY : await canonicalOf(context, file);
        const authenticate = await authenticator(
          target,
          requireCallableProject(target, project),
          context.now(),
        );
        const parts = {
          method,
          // The query is not signed.
          path: path.replace(/[?#].*$/s, ""),
          canonicalBody: canonical,
          timestamp: timestamp ?? String(context.now()),
        };
        for (const [name, value] of Object.entries(authenticate(parts)))
          await context.print(`${name}: ${value}`);
      }),
    );
}

function pathIn(text: string): string {
  if (text.startsWith("/")) return text;
  throw new InvalidArgumentError("Expected a path that begins with /, such as /webhook.");
}

function timestampIn(text: string): string {
  if (/^\d{1,16}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected milliseconds since 1970, digits only.");
}

async function canonicalOf(context: ProcessContext, file: string): Promise<string> {
  const bytes = await readInput(context, file, MAX_BODY);
  try {
    return canonicalBody(parseObject(textOf(bytes)));
  } catch (error) {
    if (!(error instanceof UnreadableJsonError)) throw error;
    throw new CommandError(
      `The request cannot be signed: ${error.message}, and the service signs JSON objects only.`,
    );
  }
}
