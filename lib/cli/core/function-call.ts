/** Calls a function of the stack and waits for its answer. */

import { InvokeCommand } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { lambda } from "./aws.ts";
import { CommandError } from "./failure.ts";
import type { Target } from "./target.ts";

/** @param called `what` begins a sentence: "The function that starts scans" @throws {CommandError} where it fails */
export async function callFunction(
  target: Target,
  { name, what }: { name: string; what: string },
  event: object,
): Promise<unknown> {
  const { Payload, FunctionError } = await lambda(target).send(
    new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) }),
  );
  const answer = parsed(Payload);
  if (FunctionError !== undefined)
    throw new CommandError(`${what} failed in ${target.name}: ${errorOf(answer)}`);
  return answer;
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
