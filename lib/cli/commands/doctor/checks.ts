/** Findings of the doctor's checks, and their run: a check that fails itself is a finding too. */

import type { Finding } from "../../../health/checks.ts";
import { commandErrorFor } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

export type CheckResult = Omit<Finding, "pages">;

/** Input of a check. */
export interface CheckContext {
  target: Target;
  /** Milliseconds since 1970. */
  now: number;
}

/** Looks at one thing. */
export interface Check {
  about: string;
  run(context: CheckContext): Promise<CheckResult[]>;
}

/** Runs checks concurrently. @returns their results, in the order of the checks */
export async function runChecks(checks: readonly Check[], context: CheckContext): Promise<CheckResult[]> {
  const { stage, name } = context.target;
  const found = await Promise.all(
    checks.map(async (check): Promise<CheckResult[]> => {
      try {
        return await check.run(context);
      } catch (error) {
        const { message } = commandErrorFor(error, stage === undefined ? undefined : name);
        return [failure(check.about, "could not be checked", message)];
      }
    }),
  );
  return found.flat();
}

export function ok(about: string, text: string): CheckResult {
  return { about, state: "ok", text };
}

export function warning(about: string, text: string, toDo: string): CheckResult {
  return { about, state: "warning", text, toDo };
}

export function failure(about: string, text: string, toDo: string): CheckResult {
  return { about, state: "failure", text, toDo };
}
