/** End of a command that fails: one sentence for a person, and an exit code. */

import { notedProxy, throughProxy } from "../../aws/network.ts";
import { isSchemaError } from "../../contract/lazy-schema.ts";

/** Meaning of the exit codes. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, refusedLines: 3, stackNotFound: 4 } as const;

/** Ends the command. The message says what happened, to what, and what to do next; it is all that is printed. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was written wrongly. */
export class WrongUseError extends CommandError {
  override name = "WrongUseError";
  constructor(message: string) {
    super(message, EXIT.wrongUse);
  }
}

/** The stack is neither running here nor deployed under that name. */
export class StackNotFoundError extends CommandError {
  override name = "StackNotFoundError";
  constructor(message: string) {
    super(message, EXIT.stackNotFound);
  }
}

const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|ERR_PROXY_TUNNEL)$/;
const NOT_TRUSTED = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+)$/;
const NO_CREDENTIALS =
  /^(CredentialsProviderError|ExpiredToken(Exception)?|UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException|TokenRefreshRequired)$/;

/**
 * Any error as a {@link CommandError}: AWS's refusals in plain words, everything else by its message.
 * @param where the stack that was spoken to, as in `stage dev`; undefined for the local one
 */
export function commandErrorFor(error: unknown, where: string | undefined): CommandError {
  if (error instanceof CommandError) return error;
  // The reader of the output has seen enough, as in `vigia … | head`.
  if (codesOf(error).includes("EPIPE")) return new CommandError("", EXIT.done);
  if (codesOf(error).some((code) => NO_CONNECTION.test(code)))
    return where === undefined
      ? new StackNotFoundError("The local stack does not answer: start it with `npm start`, or name a stage.")
      : new CommandError(withoutAnswer(error, where));
  if (isSchemaError(error))
    return new CommandError(
      `The tables of ${where ?? "the local stack"} hold what this version cannot read. If \`tables\` in app.ts names those of another version, such as 1.0.0-rc.1, give the stack tables of its own: see docs/operate/upgrade.md.`,
    );
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (where !== undefined && name === "TimeoutError") return new CommandError(withoutAnswer(error, where));
  const untrusted = codesOf(error).find((code) => NOT_TRUSTED.test(code));
  if (untrusted !== undefined)
    return new CommandError(
      `The certificate of what answered${throughProxy(notedProxy(error))} is not trusted (${untrusted}): if it is your company's own, name the file of its certificates in NODE_EXTRA_CA_CERTS or AWS_CA_BUNDLE.`,
    );
  if (NO_CREDENTIALS.test(name))
    return new CommandError("AWS refused the credentials of this shell: sign in, or set AWS_PROFILE.");
  if (name === "ExitPromptError") return new CommandError("Cancelled; nothing was changed.");
  if (/region is missing/i.test(message))
    return new CommandError(
      "No AWS region is set: name the one the stack is deployed in with --region, or set AWS_REGION.",
    );
  const reason = message.replace(/\s+/g, " ").trim() || "no reason was given.";
  if (/AccessDenied|^AuthorizationError/.test(name))
    return new CommandError(
      `AWS does not allow this to your credentials (${reason}): docs/reference/permissions.md names the policy of the stack that does.`,
    );
  return new CommandError(`${name === "Error" ? "Failed" : name}: ${reason}`);
}

function withoutAnswer(error: unknown, where: string): string {
  const proxy = notedProxy(error);
  if (proxy === undefined) return `AWS does not answer for ${where}: check the network and the region.`;
  // The reply of a proxy that makes no tunnel, as in: … via http://proxy:8080/: HTTP/1.1 407 Proxy Authentication Required.
  const refusal = /HTTP\/\d\.\d (\d{3}[ \w-]*)$/.exec(error instanceof Error ? error.message : "")?.[1];
  const reply = refusal === undefined ? "" : `, which answered with ${refusal.trim()}`;
  return `AWS does not answer for ${where}${throughProxy(proxy)}${reply}: check the proxy in HTTPS_PROXY, the hosts in NO_PROXY, and the region.`;
}

/** Codes of an error and of those that caused it. */
function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  if (!(error instanceof Error)) return [];
  return [
    ...("code" in error && typeof error.code === "string" ? [error.code] : []),
    ...codesOf(error.cause),
  ];
}
