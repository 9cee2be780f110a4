/** `vigia start`: starts the local stack, prints its events, stops on a signal. */

import type { LocalStart } from "../../lib/cli/core/command-context.ts";
import { CommandError, WrongUseError } from "../../lib/cli/core/failure.ts";
import { shorten } from "../../lib/i18n/text/cut.ts";
import type { LocalAlert } from "../../lib/settings/local-endpoints.ts";
import packageJson from "../../package.json" with { type: "json" };
import { runningStack } from "./endpoints-file.ts";
import { type LocalEvent, LocalEvents } from "./lambda/run-events.ts";
import type { LocalStack } from "./local-stack.ts";
import { synthesizeApp } from "./template/assembly.ts";

/** Packages that emulate AWS and an issuer, with the versions that are tested: a deployment needs none of them. */
const { dynalite, fauxqs, "oidc-provider": issuer } = packageJson.devDependencies;
const EMULATORS = { dynalite, fauxqs, "oidc-provider": issuer };

/** The highest port that leaves four more above it. */
const HIGHEST_PORT = 65_531;

/**
 * Starts the local stack of a folder; it runs until a signal. What is wrong with the start is one sentence on standard error, and
 * exit code 1.
 * @param project folder of the app; endpoints, alerts and logs go into `.local` in it
 * @throws {CommandError} where npm took an option for itself, or a package is missing
 */
export async function startHere(options: LocalStart, project: string): Promise<void> {
  const { npm_config_service: taken, PORT: port = "3000" } = process.env;
  // npm passes an option that was given without `--` in a variable, and it would be ignored silently.
  if (taken)
    throw new WrongUseError(
      `npm took --service for itself, and the stack would start without it: put -- before it, as in npm start -- --service ${taken === "true" ? "…" : taken}`,
    );
  const missing = Object.entries(EMULATORS).filter(([name]) => !isInstalled(name));
  if (missing.length > 0)
    throw new CommandError(
      `The local stack needs packages that are not installed: run npm install --save-dev ${missing.map((entry) => entry.join("@")).join(" ")}`,
    );
  // Lambda's clock: a time that a function prints without a zone would be right here and wrong there.
  process.env["TZ"] = "UTC";
  try {
    await start(options, readPort(port), project);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= HIGHEST_PORT) return port;
  throw new Error(
    `PORT is not a port: set it to a number from 1 to ${HIGHEST_PORT}, as in PORT=4000 npm start.`,
  );
}

async function start({ service, stackName }: LocalStart, port: number, project: string): Promise<void> {
  const other = await runningStack(project);
  if (other !== undefined)
    throw new Error(
      `The local stack is running already in this folder (process ${other}): stop it first with Ctrl-C, or kill ${other}.`,
    );
  // It imports the emulators.
  const { startLocal } = await import("./local-stack.ts");
  const starting = startLocal({
    project,
    port,
    assemble: () => synthesizeApp(project, stackName),
    prepared: true,
    events: printingEvents(),
    ...(service === undefined ? {} : { service }),
  });
  stopOnSignal(starting);
  process.stdout.write("Starting.\n");
  const stack = await starting;
  // Dynalite throws at some input that DynamoDB would refuse: one call stays unanswered, and the others must not suffer for it.
  process.on("uncaughtException", ({ message }) => stack.events.emit({ type: "problem", message }));
  process.stdout.write(summary(stack, service === undefined));
}

function printingEvents(): LocalEvents {
  const events = new LocalEvents();
  events.listen((event) => {
    const text = printed(event);
    if (text !== undefined) process.stdout.write(`${text}\n`);
  });
  return events;
}

/** The first signal stops cleanly, even in the middle of the start; a second one does not wait. */
function stopOnSignal(starting: Promise<LocalStack>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(130);
    stopping = true;
    process.stdout.write("\nStopping.\n");
    await starting.then(
      (stack) => stack.close(),
      () => {},
    );
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
}

/** Lines longer than this are cut: the whole of them is in the log files. */
const MAX_LINE = 200;

/** Line of an event on the terminal; undefined if it is not shown. */
function printed(event: LocalEvent): string | undefined {
  switch (event.type) {
    case "request":
      return line(event.server, `${event.method} ${event.path} → ${event.status} (${event.milliseconds} ms)`);
    case "log":
      return line(event.function, logText(event.line));
    case "output":
      return line(event.function, event.text);
    case "metrics":
      // A count repeats an event that was printed already, or that no reader waits for.
      return undefined;
    case "failure":
      return line(event.function, `FAILED ${event.error}: ${event.message}`);
    case "delivery":
      return line(event.queue, `${messages(event.messages)} → ${event.function}${failures(event.failed)}`);
    case "dead":
      return line(event.queue, `${messages(event.messages)} tried too often → dead-letter queue`);
    case "schedule":
      return line(event.schedule, `→ ${event.function}`);
    case "alert":
      return `${line("e-mail", `to the subscribers of ${event.alert.topic}`)}\n${email(event.alert)}`;
    case "problem":
      return line("problem", event.message);
    default:
      return event satisfies never;
  }
}

function line(source: string, text: string): string {
  const cut = shorten(withoutControls(text), MAX_LINE);
  return `${new Date().toISOString().slice(11, 23)}  ${source.padEnd(18)}  ${cut}`;
}

/** Text from outside must not command the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

/** Fields that are the same in every line. */
const USUAL = new Set(["level", "message", "timestamp"]);

function logText(logged: Record<string, unknown>): string {
  const details = Object.entries(logged)
    .filter(([name]) => !USUAL.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [String(logged["level"] ?? ""), String(logged["message"] ?? ""), ...details].join(" ");
}

function messages(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

function failures(count: number): string {
  return count === 0 ? "" : `, ${count} failed and will come again`;
}

function email({ subject, text }: LocalAlert): string {
  const body = text
    .split("\n")
    .map((line) => `  │ ${withoutControls(line)}`)
    .join("\n");
  return `  ┌ Subject: ${withoutControls(subject)}\n  │\n${body}\n  └`;
}

/** A short text: the addresses, a call to try, the files, and what is not emulated. */
function summary({ endpoints, nextRuns }: LocalStack, sandbox: boolean): string {
  const { signingProxy, adapter, desk, riskService, projects, alerts, logs } = endpoints;
  const served = projects.map(({ projectId, mexico }) => `${projectId}${mexico ? " (with mexico)" : ""}`);
  const schedules = nextRuns().map(({ schedule, at }) => `${schedule} ${at?.toISOString() ?? "never"}`);
  return `
Vigía is ready.

  Signing proxy   ${signingProxy}   signs what comes unsigned
  ${sandbox ? "Sandbox       " : "Risk service  "}  ${sandbox ? `${riskService}/v1` : riskService}
  Adapter         ${adapter}   exactly as deployed
${desk === undefined ? "" : `  Desk            ${desk}   for officers and auditors\n`}
  Projects        ${served.join(", ")}; webhook secret ${projects[0]?.webhookSecret}, API key ${projects[0]?.apiKey}
  Next schedule   ${schedules.join(", ")}
  Files           .local/endpoints.json, ${alerts}, ${logs}/

Try it:

  curl ${signingProxy}/users/u-1
  npx vigia trigger illegal --user u-1
  npx vigia notifications list
  npx vigia scan run --wait

Not emulated: permissions, encryption, throttling, expiry, backups, alarms, Slack and Cognito.
Ctrl-C stops it. Its data is in memory, and goes when it stops. Everything that happens is printed below.
`;
}
