/** The command as a process: exit codes, streams, the folder it was called from. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startHere } from "../../infra/local/main.ts";
import { endpointsWith, makePlace, type Place } from "../lib/cli/support/test-context.ts";

const MAIN = join(import.meta.dirname, "../../infra/main.ts");

let place: Place;

beforeAll(async () => {
  place = await makePlace();
});

afterAll(async () => place.remove());
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs Node to its end. */
async function node(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { out, err, code };
}

const START = join(import.meta.dirname, "../../infra/start.js");

const OLDER =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';

test.each([
  ["this Node", []],
  ["an older one, for which the project brings its own", ["--import", OLDER]],
])("is what package.json names as the command, on %s", async (_, options) => {
  const { bin } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect(bin).toEqual({ vigia: "infra/start.js" });
  const { err, code } = await node([...options, START, "users"]);
  expect(code).toBe(2);
  expect(err).toContain("Usage: vigia users");
});

/** A folder with the start alone, as a package or a repository has it. */
async function startIn(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(place.root, name);
  for (const [path, content] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await mkdir(join(folder, "infra"), { recursive: true });
  await copyFile(START, join(folder, "infra/start.js"));
  return join(folder, "infra/start.js");
}

test.each([
  [
    "in a repository without its packages",
    { "infra/main.ts": "" },
    [],
    /^vigia needs Node 24 and its packages, which are not installed: run "npm ci" in .*\n$/,
  ],
  [
    "in a repository without its own Node",
    { "infra/main.ts": "", "node_modules/commander/index.js": "" },
    ["--import", OLDER],
    /^vigia needs Node 24, and this is Node 20.1.0: run npm ci without --ignore-scripts, which installs the right one for this project alone.\n$/,
  ],
  [
    "in an installed package",
    { "dist/main.js": "read nothing of this" },
    ["--import", OLDER],
    /^vigia needs Node 24, and this is Node 20.1.0: install Node 24 and run it again.\n$/,
  ],
])("says what to do %s", async (name, files, options, sentence) => {
  const { err, code } = await node([...options, await startIn(name, files), "users"]);
  expect(err).toMatch(sentence);
  expect(code).toBe(1);
});

test("says where npm took an option for itself", async () => {
  vi.stubEnv("npm_config_service", "true");
  await expect(startHere({}, place.root)).rejects.toThrow("npm start -- --service …");
});

test("prints the version that package.json names", async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect(version).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)?$/);
  expect(await place.vigia(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  expect((await place.vigia(["doctor", "--version"])).out).toBe(`${version}\n`);
});

test("does not take the leftovers of a killed stack for a running one, even if another process has its number", async () => {
  const deadPlace = await makePlace({
    ...endpointsWith({ adapter: "http://127.0.0.1:1" }),
    pid: process.pid,
  });
  expect(await deadPlace.vigia(["doctor"])).toEqual({
    code: 4,
    out: "",
    err: "The local stack is not running: start it with `npm start`, or name a deployed one with --stage or --stack.\n",
  });
  await deadPlace.remove();
});

test("finds a file in the folder that npm was called from", async () => {
  await writeFile(join(place.root, "users.jsonl"), "{}\n");
  const { out, err, code } = await node([MAIN, "users", "import", "users.jsonl", "--dry-run"], {
    INIT_CWD: place.root,
    npm_package_json: join(process.cwd(), "package.json"),
  });
  expect(code).toBe(3);
  expect(out).toBe("0 users can be loaded; nothing was loaded; 1 line refused.\n");
  expect(err).toContain("users.jsonl: refused: userId: is missing");
});

test("fails when the output cannot be written whole", async ({ skip }) => {
  skip(!existsSync("/dev/full"), "there is no /dev/full on this machine");
  const full = await open("/dev/full", "w");
  const child = spawn(process.execPath, [MAIN, "--help"], { stdio: ["ignore", full.fd, "pipe"] });
  const ended = once(child, "close");
  expect(await text(child.stderr ?? Readable.from([]))).toBe(
    "Failed: ENOSPC: no space left on device, write\n",
  );
  expect((await ended)[0]).toBe(1);
  await full.close();
});

test("ends quietly when the reader has seen enough", async () => {
  const child = spawn(process.execPath, [MAIN, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const ended = once(child, "close");
  expect(await text(child.stderr)).toBe("");
  expect((await ended)[0]).toBe(0);
});

test.each([
  [[], "Usage: vigia"],
  [["walets"], "unknown command 'walets'"],
  [["users", "get"], "missing required argument 'id'"],
  [["users", "get", "u-1", "--colour"], "unknown option '--colour'"],
])("refuses %j with exit code 2", async (args, message) => {
  const { err, code } = await place.vigia(args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).not.toMatch(/^\s+at /m);
});
