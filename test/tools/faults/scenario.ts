/** A scenario: run once without a fault, to find its calls, and then once for each of them and each kind of fault. */

import type { Point } from "./injection/arming.ts";
import { FaultStack } from "./injection/fault-stack.ts";
import type { Violation } from "./violation.ts";

export interface Scenario {
  /** In a few words. */
  name: string;
  /** Reports whether faults are injected into a call in this scenario; other scenarios cover the rest. */
  covers(point: Point): boolean;
  /** Functions that are restarted before the act; then nothing else is run. */
  cold?: readonly string[];
  /** Preparation, without injected faults. @returns violations that have not settled in time, and then nothing is run */
  prepare?(subject: string): Promise<Violation[]>;
  /** Act into which faults are injected. It returns when its caller has been answered; later work may still go on. */
  act(subject: string): Promise<void>;
  /** Violations of the end state; it is asked again until there are none, or time is up. */
  violations(subject: string, exactlyOnce: boolean): Promise<Violation[]>;
}

/** A running stack and the scenarios that are run on it. */
export interface Environment {
  name: string;
  scenarios: readonly Scenario[];
  stack: FaultStack;
  /** Number of concurrent runs. */
  concurrency: number;
  /** Time of the slowest recovery, in milliseconds. */
  patienceMs: number;
  /** Waits until nothing is on its way, and says what was left behind; nothing is where each run waits for its calls. */
  drain?(): Promise<Violation[]>;
  close(): Promise<void>;
}

/** Starts an environment. `slowness` divides how fast its clock runs. */
export type Opening = (slowness?: number, patienceMs?: number) => Promise<Environment>;

/** Parts of an environment whose runs need nothing beside the stack; its patience is that of an idle machine. */
interface Parts extends Pick<Environment, "name" | "concurrency" | "patienceMs"> {
  stack: Parameters<typeof FaultStack.start>[0];
  scenarios(stack: FaultStack): readonly Scenario[];
}

/** Way to start an environment, once it is asked for. */
export function opening({ stack: options, scenarios, ...parts }: Parts): Opening {
  return async (slowness = 1, patienceMs = parts.patienceMs * slowness) => {
    const stack = await FaultStack.start({ ...options, timeScale: options.timeScale / slowness });
    return { ...parts, patienceMs, stack, scenarios: scenarios(stack), close: () => stack.close() };
  };
}

/** A function holds its secret for a while: reading it is injected in scenarios that begin with a cold start. */
export function isSecret(point: Point): boolean {
  return point.includes(" secretsmanager:");
}

/** The calls of some functions, but for reading secrets. */
export function callsOf(...functions: readonly string[]): Scenario["covers"] {
  return (point) => !isSecret(point) && functions.some((name) => point.startsWith(`${name} `));
}
