/** A real browser: on Linux x64 Chromium with its libraries and fonts, all from npm; elsewhere the machine's own Chrome. */

import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import packageJson from "../../../package.json" with { type: "json" };
import { makeWhole } from "../assembly/whole-folder.ts";

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

/** Beside the other caches, for those who share a machine, and where a temporary folder may not run programs. */
const FOLDER = join(
  import.meta.dirname,
  "../../../node_modules/.cache",
  `chromium-${packageJson.devDependencies["@sparticuz/chromium"]}`,
);

/** Fonts of the package alone: without a configuration Chromium dies at the first text, and with the machine's a text is as wide as they are. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The packed Chromium is for Linux x64 alone; elsewhere it is the Chrome of the machine. */
export function runsPacked({ platform, arch }: Machine = HERE): boolean {
  return platform === "linux" && arch === "x64";
}

/** Why no browser can run; undefined where one can. */
export function noBrowser(machine = HERE): string | undefined {
  if (runsPacked(machine) || CHROMES.some((path) => machine.hasFile(path))) return undefined;
  return `there is no Chrome on this machine (${machine.platform} ${machine.arch})`;
}

/** @throws {Error} that says why, where no browser can run */
export async function launchChromium(): Promise<Browser> {
  if (!runsPacked()) return chromium.launch({ channel: "chrome", args: ARGS });
  await makeWhole(FOLDER, unpackInto);
  return chromium.launch({
    executablePath: join(FOLDER, "chromium"),
    args: ARGS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(FOLDER, "al2023/lib"),
      FONTCONFIG_FILE: join(FOLDER, "fonts.conf"),
      XDG_CACHE_HOME: join(FOLDER, "cache"),
    },
  });
}

/** The package unpacks into the temporary folder of its process, which other tests of this one use meanwhile. */
async function unpackInto(folder: string): Promise<void> {
  const program = join(import.meta.dirname, "unpack-chromium.ts");
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, TMPDIR: folder } });
  writeFileSync(join(folder, "fonts.conf"), FONTS);
}
