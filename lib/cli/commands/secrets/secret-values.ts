/** The values that `vigia secrets` sets: where they come from, and which are refused. */

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { HeldSecret } from "../../../secrets/secret-documents.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { chosenProject } from "../../core/project.ts";
import type { Target } from "../../core/target.ts";
import { printLine } from "../../output/print.ts";
import type { SecretKind } from "./secret-store.ts";

/** As in "the webhook secret of project 1". */
export function secretName(kind: SecretKind, project: number | undefined): string {
  if (kind === "rehearsal") return "rehearsal secret";
  return `${kind === "webhook" ? "webhook secret" : "API key"} of project ${project}`;
}

/** The project that a secret is set for; undefined for the one secret that all of them share. */
export function holderOf(target: Target, kind: SecretKind, named: number | undefined): number | undefined {
  if (kind !== "rehearsal") return chosenProject(target, named);
  if (named === undefined) return undefined;
  throw new WrongUseError("The rehearsal secret is one for the whole stack: leave --project out.");
}

/** As long as a digest of SHA-256: a longer key of an HMAC is no stronger. */
const MADE_UP_BYTES = 32;

/** Shorter secrets can be tried out one after the other, without a call to anybody. */
const SHORT = 16;

/** A value from the prompt or standard input; made up where nobody else has to know it. */
export async function newValue(
  context: CommandContext,
  kind: SecretKind,
  project: number | undefined,
): Promise<string> {
  if (kind === "rehearsal") return randomBytes(MADE_UP_BYTES).toString("base64url");
  const given =
    context.stdin.isTTY === true
      ? await context.askSecret(`The ${secretName(kind, project)}:`)
      : await text(context.stdin);
  // What a file or an echo ends with is not part of the secret.
  const value = given.replace(/\r?\n$/, "");
  if (value === "")
    throw new WrongUseError("The value is empty: type it at the prompt, or pipe it into the command.");
  if (value.trim() !== value || /[\p{Cc}]/u.test(value) || value.length > 4_096)
    throw new WrongUseError(
      "The value begins or ends with white space, holds a line end, or is very long: give the secret alone.",
    );
  return value;
}

/** Warns of a webhook secret, once it is set, that can be guessed. */
export async function warnOfShort(context: CommandContext, kind: SecretKind, value: string): Promise<void> {
  if (kind !== "webhook" || value.length >= SHORT) return;
  await printLine(
    context.stderr,
    `Warning: this secret has ${value.length} characters, and can be guessed from a single signed call. Have the service make one of ${SHORT} or more, and rotate to it.`,
  );
}

/** @throws {CommandError} where somebody else has the value: a call would prove to be of both */
export function refuseShared(value: string, others: readonly HeldSecret[]): void {
  const same = others.find((other) => other.value === value);
  if (same === undefined) return;
  const whose = same.holder === "rehearsal" ? "rehearsals have" : `project ${same.holder} has`;
  throw new CommandError(
    `This is the secret that ${whose} already: each needs its own, or nobody can know whose a call is. Nothing was changed.`,
  );
}
