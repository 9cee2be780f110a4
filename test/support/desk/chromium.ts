/** A real browser where there is one: Chromium as an npm package on Linux x64, elsewhere the machine's own Chrome. */

import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Chromium's own switches for Lambda turn web security off, which is what is tested here. */
const ARGS = ["--no-sandbox"];

/** Facts that decide whether a browser can run. */
interface Machine {
  platform: string;
  arch: string;
  hasFile(path: string): boolean;
}

const HERE: Machine = { platform: process.platform, arch: process.arch, hasFile: existsSync };

/** Paths of Chrome on machines other than Linux x64. */
const CHROMES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/opt/google/chrome/chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The packed Chromium is for Linux x64 alone; elsewhere it is the Chrome of the machine. */
function runsPacked({ platform, arch }: Machine): boolean {
  return platform === "linux" && arch === "x64";
}

/** Why no browser can run; undefined where one can. */
export function noBrowser(machine = HERE): string | undefined {
  if (runsPacked(machine) || CHROMES.some((path) => machine.hasFile(path))) return undefined;
  return `there is no Chrome on this machine (${machine.platform} ${machine.arch})`;
}

/**
 * Says aloud why tests are skipped, where they are.
 * @returns what their names end with; nothing where they run
 */
export function skipNote(
  why: string | undefined,
  write: (text: string) => void = (text) => process.stderr.write(text),
): string {
  if (why === undefined) return "";
  write(`The desk is not tried in a browser: ${why}\n`);
  return ` (skipped: ${why})`;
}

/** @throws {Error} that says why, where no browser can run */
export async function launchChromium(): Promise<Browser> {
  if (!runsPacked(HERE)) return chromium.launch({ channel: "chrome", args: ARGS });
  const folder = join(tmpdir(), "vigia-chromium-153.0.0");
  if (!existsSync(folder)) await unpackInto(folder);
  return chromium.launch({ executablePath: join(folder, "chromium"), args: ARGS });
}

/** Unpacks beside the folder and renames: a process that is killed meanwhile leaves no half of a browser. */
async function unpackInto(folder: string): Promise<void> {
  const { default: packed } = await import("@sparticuz/chromium");
  const own = mkdtempSync(`${folder}-`);
  const { TMPDIR: before } = process.env;
  // The package unpacks into the temporary folder.
  process.env["TMPDIR"] = own;
  await packed.executablePath().finally(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
}
