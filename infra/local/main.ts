/** `npm start`: the local stack until Ctrl-C. */

import { join } from "node:path";
import { runCommand } from "./command.ts";
import { takenByNpm } from "./npm-options.ts";
import { ROOT } from "./template/assembly.ts";

// Lambda's clock: a time that a function prints without a zone would be right here and wrong there.
process.env["TZ"] = "UTC";

const taken = takenByNpm(process.env);
if (taken !== undefined) {
  process.stderr.write(`${taken}\n`);
  process.exit(2);
}

await runCommand(process.argv.slice(2), process.env["PORT"], join(ROOT, ".local"));
