/** A real browser where there is one: Chromium as an npm package on Linux x64, elsewhere the machine's own Chrome. */

import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Chromium's own switches for Lambda turn web security off, which is what is tested here. */
const ARGS = ["--no-sandbox"];

/** Why no browser can run here; undefined where one can. */
export function noBrowser(): string | undefined {
  if (process.platform === "linux" && process.arch === "x64") return undefined;
  // The packed Chromium is for Linux x64 alone; elsewhere it is the Chrome of the machine.
  return CHROMES.some((path) => existsSync(path))
    ? undefined
    : `there is no Chrome on this machine (${process.platform} ${process.arch})`;
}

/** Where Chrome is on machines that are not Linux x64. */
const CHROMES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/opt/google/chrome/chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @throws {Error} that says why, where no browser can run */
export async function launchChromium(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return chromium.launch({ channel: "chrome", args: ARGS });
  }
  // It unpacks itself into the temporary folder: one for this project, so that it is done once.
  const folder = join(tmpdir(), "vigia-chromium-153.0.0");
  mkdirSync(folder, { recursive: true });
  process.env["TMPDIR"] = folder;
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args: ARGS });
}
