/** `vigia start`. */

import * as z from "zod/mini";
import { addCommand, type CommandGroup } from "../../core/command.ts";
import { WrongUseError } from "../../core/failure.ts";
import { settingOption, typedSettings } from "../../core/options.ts";

export function addStart(program: CommandGroup): void {
  addCommand(program, "start", {
    summary: "run the stack that would be deployed on this machine, until Ctrl-C",
    details:
      "Tables, queues and topics are emulated, and every e-mail is printed. PORT in the environment names the first of five ports.",
    examples: ["vigia start", "vigia start -c retentionYears=5 --service https://api.example/v1"],
    action: async ({ context, options, stageName }) => {
      if (stageName !== undefined)
        throw new WrongUseError(
          "start runs the local stack: leave out --stage, and override settings with -c.",
        );
      const { service, context: typed } = options({ service: serviceUrl, context: typedSettings });
      await context.startLocal({ context: typed, ...(service === undefined ? {} : { service }) });
      return undefined;
    },
  })
    .option("--service <url>", "another risk service, instead of the sandbox")
    .option(...settingOption);
}

const serviceUrl = z.optional(z.url({ protocol: /^https?$/, error: "expected an http or https URL" }));
