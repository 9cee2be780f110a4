/** The `vigia` command: all its commands, and the exit code of a run. */

import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import packageJson from "../../package.json" with { type: "json" };
import { type CommandGroup, examplesText } from "./core/command.ts";
import type { ProcessContext } from "./core/command-context.ts";
import { commandErrorFor, EXIT } from "./core/failure.ts";
import { paint, printLine, printSentence, widthOf, writeNow } from "./output/print.ts";

/** A command or a group of them, as the program's help names it. */
interface Listed {
  summary: string;
  /** Loads what adds it to the program. */
  load(): Promise<(program: CommandGroup, summary: string) => void>;
}

/** In the order of the help. A command's file is loaded when its name is among the words. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  start: {
    summary: "run the stack of the app in this folder on this machine, until Ctrl-C",
    load: async () => (await import("./commands/start/start.ts")).addStart,
  },
  notifications: {
    summary: "list, show and replay what the service sent",
    load: async () => (await import("./commands/notifications/notifications.ts")).addNotifications,
  },
  cases: {
    summary: "verify the records of cases, and export them as evidence",
    load: async () => (await import("./commands/cases/cases.ts")).addCases,
  },
  wallets: {
    summary: "list, import and remove wallets, and ask for their status",
    load: async () => (await import("./commands/wallets/wallets.ts")).addWallets,
  },
  scan: {
    summary: "run and stop scans of every known wallet, and show the last",
    load: async () => (await import("./commands/scan/scan.ts")).addScan,
  },
  users: {
    summary: "import, show and delete the users that the service may look up",
    load: async () => (await import("./commands/users/users.ts")).addUsers,
  },
  rates: {
    summary: "set exchange rates, for the amounts in alerts",
    load: async () => (await import("./commands/rates/rates.ts")).addRates,
  },
  secrets: {
    summary: "set, rotate and list webhook secrets and API keys, without showing them",
    load: async () => (await import("./commands/secrets/secrets.ts")).addSecrets,
  },
  subscriptions: {
    summary: "confirm and end e-mail subscriptions to alerts",
    load: async () => (await import("./commands/subscriptions/subscriptions.ts")).addSubscriptions,
  },
  desk: {
    summary: "manage who may sign in to the officers' desk",
    load: async () => (await import("./commands/desk/desk.ts")).addDesk,
  },
  trigger: {
    summary: "send an invented webhook to the endpoint; to a deployed stack, for its test project",
    load: async () => (await import("./commands/trigger/trigger.ts")).addTrigger,
  },
  sign: {
    summary: "print the headers that sign a request as the service signs it, for curl -H @-",
    load: async () => (await import("./commands/signature/sign.ts")).addSign,
  },
  verify: {
    summary: "explain why the signature of a captured request fails: clock, path, body or secret",
    load: async () => (await import("./commands/signature/verify.ts")).addVerify,
  },
  dlq: {
    summary: "list, send back and delete messages that no function could process",
    load: async () => (await import("./commands/dlq/dlq.ts")).addDlq,
  },
  init: {
    summary: "begin a folder for deploying: an app of CDK with two stages, scripts and a workflow",
    load: async () => (await import("./commands/init/init.ts")).addInit,
  },
  doctor: {
    summary: "check the whole stack, and name the next step for each problem",
    load: async () => (await import("./commands/doctor/doctor.ts")).addDoctor,
  },
};

/**
 * Runs one command line.
 * @param argv the words behind the program's name
 * @returns the exit code
 */
export async function run(context: ProcessContext, argv: readonly string[]): Promise<number> {
  try {
    const program = await vigia(context, argv);
    await program.parseAsync(argv, { from: "user" });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    const failure = commandErrorFor(error, undefined);
    if (failure.message !== "") await printSentence(context.stderr, failure.message, "red");
    return failure.exitCode;
  }
}

/**
 * The definitions of the commands.
 * @param words those of a command line: a command that none of them names has no more than its summary
 */
export async function vigia(
  context: ProcessContext,
  words: readonly string[] = Object.keys(COMMANDS),
): Promise<CommandUnknownOpts> {
  const program = new Command("vigia")
    .description("Inspects and operates a stack of Vigía: the local one, or a deployed stage.")
    .version(packageJson.version, "--version", "print the version of this command")
    .option(
      "--stage <stage>",
      "the deployed stack Vigia-<stage> (default: the stack that runs on this machine)",
    )
    .option("--stack <name>", "a deployed stack by its name")
    .option("--region <region>", "the region of the deployed stack (default: the shell's)")
    .exitOverride()
    .configureHelp({
      minWidthToWrap: 20,
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
    })
    .showHelpAfterError("Add --help to see its usage.")
    .configureOutput({
      writeOut: (text) => writeNow(context.stdout, text),
      writeErr: (text) => writeNow(context.stderr, text),
      getOutHelpWidth: () => widthOf(context.stdout),
      getErrHelpWidth: () => widthOf(context.stderr),
      outputError: (text, print) =>
        // An argument too many may be a secret that belongs on standard input.
        print(paint(context.stderr, "red", text.replace(/^error: |(?<=but got \d+): .*/g, ""))),
    })
    .addHelpText(
      "after",
      examplesText([
        "vigia notifications list --risk illegal --since 7d",
        "vigia notifications show last",
        "vigia trigger illegal --user u-1",
        "vigia scan run --wait",
        "vigia doctor --stage dev",
      ]),
    );
  const print = (text?: string) => printLine(context.stdout, text);
  const note = (text: string) => printLine(context.stderr, text);
  for (const [name, { summary, load }] of Object.entries(COMMANDS))
    if (words.includes(name))
      (await load())({ parent: program, context: { ...context, print, note } }, summary);
    else program.command(name).summary(summary);
  return program;
}
