/** `vigia sign`: the two headers with which a request counts as the service's own. */

import * as z from "zod/mini";
import { parseObject, textOf, UnreadableJsonError } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../../../contract/signature.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { nameOfInput, readInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import { chosenProject, type Target } from "../../core/target.ts";
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
    details:
      "[body] is a JSON object, a file with one, or - for standard input; a request without one signs {}.",
    action: signRequest,
  })
    .option("--project <id>", "the project whose secret signs (default: the one in the body, or the first)")
    .option("--timestamp <ms>", "milliseconds since 1970 (default: now)");
}

async function signRequest({ context, args, options, target }: Call): Promise<undefined> {
  const [method = "", given = "", file] = args;
  const { project, timestamp = String(context.now()) } = options({
    project: option.project,
    timestamp: z.optional(
      z.string().check(z.regex(/^\d{1,16}$/, { error: "expected milliseconds since 1970, digits only" })),
    ),
  });
  if (!/^[A-Za-z]+$/.test(method))
    throw new WrongUseError("<method>: expected an HTTP method, such as POST.");
  const path = pathOf(given);
  const found = await target();
  const body =
    file === undefined
      ? undefined
      : file.startsWith("{")
        ? objectOf("[body]", Buffer.from(file))
        : objectOf(nameOfInput(file), await readInput(context, file, MAX_BODY));
  if (found.inbound.authentication !== "signature")
    throw new CommandError(
      `${found.name} authenticates calls by "${found.inbound.authentication}", not by signatures: there is nothing to sign.`,
    );
  const signer = chosenProject(found, project ?? projectIn(body, found) ?? found.projectIds[0]);
  const authenticate = await authenticator(found, signer, context.now());
  const canonical = body === undefined ? NO_BODY : canonicalBody(body);
  const headers = authenticate({ method, path, canonicalBody: canonical, timestamp });
  for (const [name, value] of Object.entries(headers)) await context.print(`${name}: ${value}`);
}

/** A whole URL is as good as its path; the query is not signed. */
function pathOf(given: string): string {
  const path = (/^https?:\/\//.test(given) ? given.replace(/^https?:\/\/[^/]*/, "") : given).replace(
    /[?#].*$/s,
    "",
  );
  if (path.startsWith("/")) return path;
  throw new WrongUseError("<path>: expected a path that begins with /, such as /webhook.");
}

function objectOf(file: string, bytes: Buffer): Record<string, unknown> {
  try {
    return parseObject(textOf(bytes));
  } catch (error) {
    if (error instanceof UnreadableJsonError)
      throw new CommandError(
        `${file} cannot be signed: ${error.message}, and the service signs JSON objects only.`,
      );
    throw error;
  }
}

const notificationOfProject = z.object({ data: z.object({ projectId: z.number() }) });

/** The project that a notification names, where the stack serves it: the service signs with that one's secret. */
function projectIn(body: Record<string, unknown> | undefined, { projectIds }: Target): number | undefined {
  const named = notificationOfProject.safeParse(body).data?.data.projectId;
  return projectIds.find((id) => id === named);
}
