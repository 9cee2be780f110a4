/** `vigia start`. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { addCommand, type CommandGroup, handle } from "../../core/command.ts";
import { WrongUseError } from "../../core/failure.ts";

export function addStart(program: CommandGroup, summary: string): void {
  addCommand(program, "start [stack]", {
    summary,
    details:
      "It is the first stack of the app that contains Vigía, or the one that is named. Tables, queues and topics are emulated, and every e-mail is printed. PORT in the environment names the first of five ports.",
    examples: ["vigia start", "vigia start Vigia-prod --service https://api.example/v1"],
  })
    .option("--service <url>", "another risk service, instead of the sandbox", serviceIn)
    .action(
      handle(program, async ({ context, selection }, stackName, { service }) => {
        if (selection.stage !== undefined || selection.stack !== undefined)
          throw new WrongUseError(
            "start runs a stack of the app in this folder: name it as in vigia start Vigia-dev.",
          );
        await context.startLocal({
          ...(service === undefined ? {} : { service }),
          ...(stackName === undefined ? {} : { stackName }),
        });
        return undefined;
      }),
    );
}

function serviceIn(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new InvalidArgumentError("Expected an http or https URL.");
}
