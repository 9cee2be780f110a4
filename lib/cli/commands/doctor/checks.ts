/** Findings of the doctor, and the run of its checks: one that fails itself is a finding too. */

import type { Finding } from "../../../reports/health/checks.ts";
import { commandErrorFor } from "../../core/failure.ts";
import { deployedName, type Target } from "../../core/target.ts";

export interface CheckContext {
  target: Target;
  /** Milliseconds since 1970. */
  now: number;
}

/** Looks at one thing. */
export interface Check {
  about: string;
  run(context: CheckContext): Promise<Finding[]>;
}

/** @returns the results, in the order of the checks */
export async function runChecks(checks: readonly Check[], context: CheckContext): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(({ about, run }) =>
      run(context).catch((error: unknown) => {
        const { message } = commandErrorFor(error, deployedName(context.target));
        return [failure(about, "could not be checked", message)];
      }),
    ),
  );
  return findings.flat();
}

export function ok(about: string, text: string): Finding {
  return { about, state: "ok", text };
}

export function warning(about: string, text: string, toDo: string): Finding {
  return { about, state: "warning", text, toDo };
}

export function failure(about: string, text: string, toDo: string): Finding {
  return { about, state: "failure", text, toDo };
}
