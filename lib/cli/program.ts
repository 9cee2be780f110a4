/** The `vigia` command: all its commands, and the exit code of a run. */

import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import packageJson from "../../package.json" with { type: "json" };
import { addCases } from "./commands/cases/cases.ts";
import { addDesk } from "./commands/desk/desk.ts";
import { addDlq } from "./commands/dlq/dlq.ts";
import { addDoctor } from "./commands/doctor/doctor.ts";
import { addInit } from "./commands/init/init.ts";
import { addNotifications } from "./commands/notifications/notifications.ts";
import { addRates } from "./commands/rates/rates.ts";
import { addScan } from "./commands/scan/scan.ts";
import { addSecrets } from "./commands/secrets/secrets.ts";
import { addSign } from "./commands/signature/sign.ts";
import { addVerify } from "./commands/signature/verify.ts";
import { addStart } from "./commands/start/start.ts";
import { addSubscriptions } from "./commands/subscriptions/subscriptions.ts";
import { addTrigger } from "./commands/trigger/trigger.ts";
import { addUsers } from "./commands/users/users.ts";
import { addWallets } from "./commands/wallets/wallets.ts";
import { examplesText } from "./core/command.ts";
import type { ProcessContext } from "./core/command-context.ts";
import { commandErrorFor, EXIT } from "./core/failure.ts";
import { paint, printLine, printSentence, widthOf, writeNow } from "./output/print.ts";

/** In the order of the help. */
const COMMANDS = [
  addStart,
  addNotifications,
  addCases,
  addWallets,
  addScan,
  addUsers,
  addRates,
  addSecrets,
  addSubscriptions,
  addDesk,
  addTrigger,
  addSign,
  addVerify,
  addDlq,
  addInit,
  addDoctor,
];

/**
 * Runs one command line.
 * @param argv the words behind the program's name
 * @returns the exit code
 */
export async function run(context: ProcessContext, argv: readonly string[]): Promise<number> {
  try {
    await vigia(context).parseAsync(argv, { from: "user" });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    const failure = commandErrorFor(error, undefined);
    if (failure.message !== "") await printSentence(context.stderr, failure.message, "red");
    return failure.exitCode;
  }
}

/** The definitions of all commands. */
export function vigia(context: ProcessContext): CommandUnknownOpts {
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
    .configureHelp({ minWidthToWrap: 20, showGlobalOptions: true })
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
  for (const add of COMMANDS) add({ parent: program, context: { ...context, print, note } });
  return program;
}
