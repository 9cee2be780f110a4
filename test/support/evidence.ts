/** An evidence pack in a folder, and what its own program says of it. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { onTestFinished } from "vitest";

/** @returns the folder, which lasts as long as the test */
export function unpack(zip: Uint8Array): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "vigia-evidence-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = unzipSync(zip);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return { folder, paths: Object.keys(files) };
}

export function verify(folder: string, ...args: string[]): { code: number | null; out: string } {
  // Node alone, without this project's packages or network.
  const { status, stdout, stderr } = spawnSync(process.execPath, ["verify.mjs", ...args], {
    cwd: folder,
    env: {},
    encoding: "utf8",
  });
  return { code: status, out: stdout + stderr };
}
