/** What a check of the doctor finds, and how checks are run: one that fails itself is a finding too. */

import { commandErrorFor } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/** How it stands; `toDo` where it is not ok. */
export interface CheckResult {
  about: string;
  state: "ok" | "warning" | "failure";
  text: string;
  toDo?: string;
}

/** What a check is given. */
export interface Patient {
  target: Target;
  /** Milliseconds since 1970. */
  now: number;
}

/** Looks at one thing. */
export interface Check {
  about: string;
  run(patient: Patient): Promise<CheckResult[]>;
}

/** Runs checks at once. @returns what they found, in the order of the checks */
export async function runChecks(checks: readonly Check[], patient: Patient): Promise<CheckResult[]> {
  const { stage, name } = patient.target;
  const found = await Promise.all(
    checks.map(async (check): Promise<CheckResult[]> => {
      try {
        return await check.run(patient);
      } catch (error) {
        const { message } = commandErrorFor(error, stage === undefined ? undefined : name);
        return [failure(check.about, "could not be looked at", message)];
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

/** `3 hours ago`, for a time in ISO 8601. */
export function ago(iso: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(iso)) / 60_000));
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1_440)} days ago`;
}
