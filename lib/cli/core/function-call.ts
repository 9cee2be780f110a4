/** Calls a function of the stack and waits for its answer. */

import { InvokeCommand } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { lambda } from "./aws.ts";
import { CommandError } from "./failure.ts";
import type { Target } from "./target.ts";

/**
 * @param called `what` begins a sentence: "The function that starts scans"
 * @param answered what it answers
 * @throws {CommandError} where it fails, or answers something else
 */
export async function callFunction<Answered extends z.ZodMiniType>(
  target: Target,
  { name, what }: { name: string; what: string },
  event: object,
  answered: Answered,
): Promise<z.output<Answered>> {
  const { Payload, FunctionError } = await lambda(target).send(
    new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) }),
  );
  const answer = parsed(Payload);
  if (FunctionError !== undefined)
    throw new CommandError(`${what} failed in ${target.name}: ${errorOf(answer)}`);
  const result = answered.safeParse(answer);
  if (result.success) return result.data;
  throw new CommandError(
    `${what} gave an unexpected answer in ${target.name}: deploy it again with this version.`,
  );
}

function parsed(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

function errorOf(answer: unknown): string {
  const result = z.object({ errorMessage: z.string() }).safeParse(answer);
  return result.success ? result.data.errorMessage : "its log says why.";
}
