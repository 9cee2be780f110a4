/** The largest allowed replies fit into a function's memory. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { stubService } from "./service-stub.ts";

/** Memory of a worker with four concurrent requests, as infra/wallet-scan.ts gives it. */
const WORKER_MIB = 256;

/** As Lambda's own start of Node shares out the memory: without it V8 leaves garbage lying as long as a machine has room. */
const YOUNG_MIB = Math.floor(WORKER_MIB / 10);
const SHARES = [
  `--max-old-space-size=${WORKER_MIB - YOUNG_MIB}`,
  `--max-semi-space-size=${Math.floor(YOUNG_MIB / 2)}`,
];

const MIB = 1_048_576;

function filled(value: string, bytes: number, most = Number.POSITIVE_INFINITY): string {
  return value.repeat(Math.min(most, Math.floor(bytes / value.length)));
}

it.each<[string, (bytes: number) => string]>([
  [
    "long texts",
    (bytes) => `{"address":"a0","status":"completed","riskReason":"${filled("ñ", bytes / 2)}"},`,
  ],
  ["as many values as are read", (bytes) => filled("{},", bytes, 90_000)],
  ["more values than are read", (bytes) => filled("[],", bytes)],
])("four of the largest replies concurrently take less than the worker has: %s", async (_, fill) => {
  const scan = `{"success":true,"data":{"results":[${fill(1.2 * MIB)}null]}}`;
  const chains = `{"success":true,"data":[${fill(0.9 * MIB)}null]}`;
  const stub = await stubService((response, _number, { path, body }) => {
    const whole = body.includes('"a0"') && body.includes('"a9"');
    response.end(path === "/v1/chains" ? chains : whole ? scan : '{"success":true,"data":{"results":[]}}');
  });
  const program = join(import.meta.dirname, "../../../support/servers/hostile-scan.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...SHARES, program, stub.url]);
  expect(Number(stdout)).toBeGreaterThan(20);
  expect(Number(stdout)).toBeLessThan(WORKER_MIB);
});
