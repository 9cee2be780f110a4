/** The `vigia` command: all its commands, and the exit code of a run. */

import { type Argument, Command, CommanderError } from "commander";
import { addAlerts } from "./alerts.ts";
import { addAudit } from "./audit.ts";
import { withExamples } from "./command.ts";
import { addDlq } from "./dlq.ts";
import { addDoctor } from "./doctor.ts";
import { EXIT, failureFor } from "./failure.ts";
import { addNotifications } from "./notifications.ts";
import { paint, printSentence, widthOf, writeNow } from "./print.ts";
import { addQuarantine } from "./quarantine.ts";
import { addScan } from "./scan.ts";
import { addSecrets } from "./secrets.ts";
import { addSign } from "./sign.ts";
import { addSmoke } from "./smoke.ts";
import { addTrigger } from "./trigger.ts";
import { addUsers } from "./users.ts";
import { addVerify } from "./verify.ts";
import { addWallets } from "./wallets.ts";
import type { World } from "./world.ts";

/**
 * Runs one command line.
 * @param argv the words behind the program's name
 * @returns the exit code
 */
export async function run(world: World, argv: readonly string[]): Promise<number> {
  try {
    await vigia(world).parseAsync(argv, { from: "user" });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    const failure = failureFor(error, undefined);
    if (failure.message !== "") await printSentence(world.stderr, failure.message, "red");
    return failure.exitCode;
  }
}

function vigia(world: World): Command {
  const program = new Command("vigia")
    .description("Looks into and operates a stack of Vigía: the local one, or a deployed stage.")
    .option("--stage <stage>", "a deployed stage (default: the stack that runs on this machine)")
    .exitOverride()
    .configureHelp({
      minWidthToWrap: 20,
      showGlobalOptions: true,
      optionDescription: ({ description, defaultValue }) =>
        defaultValue === undefined ? description : `${description} (default: ${defaultValue})`,
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(nameOfArgument)].join(" "),
    })
    .showHelpAfterError("Add --help for how it is used.")
    .configureOutput({
      writeOut: (text) => writeNow(world.stdout, text),
      writeErr: (text) => writeNow(world.stderr, text),
      getOutHelpWidth: () => widthOf(world.stdout),
      getErrHelpWidth: () => widthOf(world.stderr),
      outputError: (text, print) => print(paint(world.stderr, "red", text.replace(/^error: /, ""))),
    });
  addNotifications(program, world);
  addAlerts(program, world);
  addWallets(program, world);
  addScan(program, world);
  addUsers(program, world);
  addSecrets(program, world);
  addTrigger(program, world);
  addSign(program, world);
  addVerify(program, world);
  addQuarantine(program, world);
  addDlq(program, world);
  addAudit(program, world);
  addDoctor(program, world);
  addSmoke(program, world);
  return withExamples(program, [
    "vigia notifications list --risk illegal --since 7d",
    "vigia notifications show last",
    "vigia trigger illegal --user u-1",
    "vigia scan run --wait",
    "vigia doctor --stage dev",
  ]);
}

function nameOfArgument(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
