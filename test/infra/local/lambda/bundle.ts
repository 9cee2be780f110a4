/** A function of a few lines, for tests that need one: its code, its folder, its definition. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FunctionLogs } from "../../../../infra/local/lambda/function-logs.ts";
import { FunctionPool, type PoolOptions } from "../../../../infra/local/lambda/function-pool.ts";
import { LocalEvents } from "../../../../infra/local/lambda/run-events.ts";
import type { EmulatedFunction } from "../../../../infra/local/template/resources.ts";

/** A function, and what it printed. */
export interface TestFunction {
  pool: FunctionPool;
  events: LocalEvents;
  /** The folder of the bundle, where tests may put files. */
  folder: string;
  close(): Promise<void>;
}

/**
 * Makes a function of CommonJS code that sets `exports.handler`.
 * @param timeout in seconds
 */
export function testFunction(
  code: string,
  { timeout = 3, ...changes }: Partial<PoolOptions> & { timeout?: number } = {},
): TestFunction {
  const folder = mkdtempSync(join(tmpdir(), "vigia-function-"));
  writeFileSync(join(folder, "index.js"), code);
  const events = new LocalEvents();
  const logs = new FunctionLogs(join(folder, "logs"), events);
  const pool = new FunctionPool(definition(timeout), {
    folder,
    environment: { GREETING: "hello", AWS_REGION: "us-east-1" },
    timeScale: 1,
    maximumWorkers: 2,
    logs,
    events,
    ...changes,
  });
  return {
    pool,
    events,
    folder,
    async close() {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function definition(timeout: number): EmulatedFunction {
  return {
    shortName: "Worker",
    name: "Vigia-local-Worker",
    ref: "Vigia-local-Worker",
    arn: "arn:aws:lambda:us-east-1:000000000000:function:Vigia-local-Worker",
    properties: {
      Code: { S3Key: "any.zip" },
      Environment: { Variables: {} },
      Handler: "index.handler",
      LoggingConfig: {},
      MemorySize: 128,
      Role: "arn:aws:iam::000000000000:role/Vigia-local-WorkerRole",
      Timeout: timeout,
    },
  };
}
