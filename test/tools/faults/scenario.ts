/** What is run once without a fault, to find its calls, and then once for each of them and each kind of fault. */

import type { Point } from "./injection/arming.ts";
import type { FaultStack } from "./injection/fault-stack.ts";
import type { Violation } from "./violation.ts";

export interface Scenario {
  /** In a few words. */
  name: string;
  /** Whether faults are injected into a call in this scenario; other scenarios cover the rest. */
  covers(point: Point): boolean;
  /** Functions that are started anew before the act; then nothing else is run. */
  cold?: readonly string[];
  /** What comes before; nothing is injected. @returns what has not settled in time, and then nothing is run */
  prepare?(subject: string): Promise<Violation[]>;
  /** What is injected. It returns when its caller has been answered; what goes on behind may still go on. */
  act(subject: string): Promise<void>;
  /** What is wrong with the end state; it is asked again until nothing is, or time is up. */
  violations(subject: string, exactlyOnce: boolean): Promise<Violation[]>;
}

/** A running stack and the scenarios that are run on it. */
export interface Environment {
  name: string;
  scenarios: readonly Scenario[];
  stack: FaultStack;
  /** How many runs are under way concurrently. */
  concurrency: number;
  /** How long the slowest recovery takes, in milliseconds. */
  patienceMs: number;
  /** Waits until nothing is on its way, and says what was left behind; nothing is where each run waits for its calls. */
  drain?(): Promise<Violation[]>;
  close(): Promise<void>;
}

/** A function holds its secret for a while: reading it is injected in scenarios that begin with a cold start. */
export function isSecret(point: Point): boolean {
  return point.includes(" secretsmanager:");
}

/** The calls of some functions, but for reading secrets. */
export function callsOf(...functions: readonly string[]): Scenario["covers"] {
  return (point) => !isSecret(point) && functions.some((name) => point.startsWith(`${name} `));
}
