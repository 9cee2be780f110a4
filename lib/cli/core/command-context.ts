/** All that a command uses of its process, so that a test can give it something else. */

import type { Readable, Writable } from "node:stream";
import type { Network } from "../../aws/network.ts";

/** A stream for people or for programs; `isTTY` where it is a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** Options of the local stack. */
export interface LocalStart {
  /** URL of another risk service, in place of the sandbox. */
  service?: string;
  /** The stack of the app. Default: the first one that contains Vigía. */
  stackName?: string;
}

export interface ProcessContext {
  /** The project's folder: what the local stack writes lies under it. */
  root: string;
  /** The folder that file arguments are relative to. */
  cwd: string;
  /** Starts the local stack, which runs until a signal. */
  startLocal(options: LocalStart): Promise<void>;
  /** Makes every call of AWS from here on in a region. */
  setRegion(region: string): void;
  /** The network of this machine's shell, as it is first asked for. */
  network(): Promise<Network>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks for a value without showing it. */
  askSecret(question: string): Promise<string>;
  /** Asks yes or no. */
  confirm(question: string): Promise<boolean>;
}
