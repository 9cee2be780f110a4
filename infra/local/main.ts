/** `vigia start`: the local stack until Ctrl-C. */

import type { LocalStart } from "../../lib/cli/core/command-context.ts";
import { CommandError, WrongUseError } from "../../lib/cli/core/failure.ts";
import packageJson from "../../package.json" with { type: "json" };

/** Options of `npm start`, by the variables in which npm passes options that were given without `--`. */
const TAKEN = { npm_config_service: "--service" };

/** Packages that emulate AWS and an issuer, with the versions that are tested: a deployment needs none of them. */
const { dynalite, fauxqs, "oidc-provider": issuer } = packageJson.devDependencies;
const EMULATORS = { dynalite, fauxqs, "oidc-provider": issuer };

/**
 * Starts the local stack of a folder; it runs until a signal.
 * @throws {CommandError} where npm took an option for itself, or a package is missing
 */
export async function startHere(options: LocalStart, root: string): Promise<void> {
  refuseTakenOptions();
  const missing = Object.entries(EMULATORS).filter(([name]) => !isInstalled(name));
  if (missing.length > 0)
    throw new CommandError(
      `The local stack needs packages that are not installed: run npm install --save-dev ${missing.map((one) => one.join("@")).join(" ")}`,
    );
  // Lambda's clock: a time that a function prints without a zone would be right here and wrong there.
  process.env["TZ"] = "UTC";
  const { runLocal } = await import("./command.ts");
  await runLocal(options, process.env["PORT"], root);
}

/** Without this, npm would ignore the option silently. */
function refuseTakenOptions(): void {
  for (const [variable, option] of Object.entries(TAKEN)) {
    const value = process.env[variable];
    if (value)
      throw new WrongUseError(
        `npm took ${option} for itself, and the stack would start without it: put -- before it, as in npm start -- ${option} ${value === "true" ? "…" : value}`,
      );
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
