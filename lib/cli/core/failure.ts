/** End of a command that fails: one sentence for a person, and an exit code. */

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

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/** Reports whether nothing answered at the other end. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure);
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && CONNECTION_CODES.has(error.code)) return true;
  return error.cause !== undefined && isConnectionFailure(error.cause);
}

const CREDENTIAL_ERRORS = new Set([
  "CredentialsProviderError",
  "ExpiredToken",
  "ExpiredTokenException",
  "UnrecognizedClientException",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "TokenRefreshRequired",
]);

/**
 * Any error as a {@link CommandError}: AWS's refusals in plain words, everything else by its message.
 * @param where the stack that was spoken to, as in `stage dev`; undefined for the local one
 */
export function commandErrorFor(error: unknown, where: string | undefined): CommandError {
  if (error instanceof CommandError) return error;
  // The reader of the output has seen enough, as in `vigia … | head`.
  if (error instanceof Error && "code" in error && error.code === "EPIPE")
    return new CommandError("", EXIT.done);
  if (isConnectionFailure(error))
    return where === undefined
      ? new StackNotFoundError("The local stack does not answer: start it with `npm start`, or name a stage.")
      : new CommandError(
          `AWS does not answer for ${where}: check the network, the region and the endpoints.`,
        );
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (CREDENTIAL_ERRORS.has(name))
    return new CommandError(
      "AWS refused the credentials of this shell: sign in, or set AWS_PROFILE, and try again.",
    );
  if (name === "ExitPromptError") return new CommandError("Cancelled; nothing was changed.");
  if (/region is missing/i.test(message))
    return new CommandError("No AWS region is set: set AWS_REGION to the one the stack is deployed in.");
  if (name === "ValidationException" && /size limit|empty string value/i.test(message))
    return new CommandError("The key is empty or too long: check the key that you gave.");
  if (error instanceof Error && "code" in error && error.code === "ENOSPC")
    return new CommandError("The output is incomplete: no space is left on the device.");
  if (/AccessDenied|^AuthorizationError/.test(name))
    return new CommandError(notAllowed(oneLine(message), where));
  return new CommandError(`${name === "Error" ? "Failed" : name}: ${oneLine(message)}`);
}

/** AWS's words for a refused call: the action, and mostly the resource. */
const NOT_AUTHORIZED = /is not authorized to perform: ([\w:-]+)(?: on resource: (\S+))?/;

/** @param where the stack, as in `stage dev` */
function notAllowed(said: string, where: string | undefined): string {
  const [, action, resource] = NOT_AUTHORIZED.exec(said) ?? [];
  if (action === undefined) return `AWS does not allow this to your credentials: ${said}`;
  const what = `${action}${resource === undefined ? "" : ` on ${resource}`}`;
  // An explicit denial is not undone by allowing more.
  if (said.includes("explicit deny"))
    return `AWS does not allow your credentials ${what}: a policy denies it (${said}). Ask an administrator of the account.`;
  const stack = where === undefined ? "the stack" : `the stack of ${where}`;
  if (/^dynamodb:(?:Put|Update)Item$/.test(action) && /:table\/[^/]*Cases/.test(resource ?? ""))
    return `AWS does not allow your credentials ${what}: no policy of ${stack} allows writing cases. An administrator of the account runs this command once.`;
  if (/:table\/[^/]*Cases/.test(resource ?? ""))
    return `AWS does not allow your credentials ${what}: cases are for officers. Sign in as one, whose role has the managed policy in the output OfficerPolicyArn of ${stack}.`;
  if (action.startsWith("cognito-idp:") || /:table\/[^/]*DeskSessions/.test(resource ?? ""))
    return `AWS does not allow your credentials ${what}: attach the managed policy in the output DeskOperatorPolicyArn of ${stack} to your role.`;
  return `AWS does not allow your credentials ${what}: attach the managed policy in the output OperatorPolicyArn of ${stack} to your role, or the one in ReaderPolicyArn if listing and showing is enough.`;
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").trim() || "no reason was given.";
}
