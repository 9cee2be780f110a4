/** `npm start`: the local stack until Ctrl-C. */

import { join } from "node:path";

// Lambda's clock: a time that a function prints without a zone would be right here and wrong there.
process.env["TZ"] = "UTC";

/** Options of `npm start`, by the variables in which npm passes options that were given without `--`. */
const TAKEN = { npm_config_call: "-c", npm_config_context: "--context", npm_config_service: "--service" };

// Without this, npm would ignore the option silently.
for (const [variable, option] of Object.entries(TAKEN)) {
  const value = process.env[variable];
  if (!value) continue;
  process.stderr.write(
    `npm took ${option} for itself, and the stack would start without it: put -- before it, as in npm start -- ${option} ${value === "true" ? "…" : value}\n`,
  );
  process.exit(2);
}

const { runCommand } = await import("./command.ts");
const folder = join(import.meta.dirname, "../../.local");
await runCommand(process.argv.slice(2), process.env["PORT"], folder);
