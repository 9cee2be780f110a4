import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import cdkJson from "../../../cdk.json" with { type: "json" };
import type { LocalStart } from "../../../lib/cli/core/command-context.ts";
import { notificationBody } from "../../support/notifications.ts";
import { freePorts } from "./http/free-ports.ts";

const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "vigia-"));
writeFileSync(
  join(folder, "cdk.json"),
  JSON.stringify({ ...cdkJson, app: `node ${JSON.stringify(join(ROOT, "infra/app.ts"))}` }),
);
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  output(): string;
  errors(): string;
  exit: Promise<number | null>;
  /** Waits for words in the output. */
  says(words: string): Promise<void>;
}

/** Runs what `npm start` runs, in a process of its own and a folder of its own. */
function run(port: string, options: Partial<LocalStart> = {}): Run {
  const [main, ...words] = [join(ROOT, "infra/local/main.ts"), options, folder].map((word) =>
    JSON.stringify(word),
  );
  const code = `import { startHere } from ${main}; await startHere(${words.join(", ")});`;
  const env = { ...process.env, PORT: port };
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, env });
  children.push(child);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return {
    child,
    output: () => output,
    errors: () => errors,
    exit: new Promise((done) => child.on("exit", done)),
    async says(words) {
      while (!output.includes(words)) {
        if (child.exitCode !== null) throw new Error(`It ended without saying ${words}: ${output}${errors}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
  };
}

describe("npm start", () => {
  let first: number;
  let started: Run;
  beforeAll(async () => {
    first = await freePorts();
    started = run(String(first));
    await started.says("Vigía is ready.");
  });

  it("says where it listens, and prints what happens", async () => {
    expect(started.output()).toContain(`Signing proxy   http://127.0.0.1:${first} `);
    expect(started.output()).toContain(`Sandbox         http://127.0.0.1:${first + 1}/v1`);
    expect(started.output()).toContain(`Adapter         http://127.0.0.1:${first + 2} `);
    const issuer = await fetch(`http://localhost:${first + 4}/.well-known/openid-configuration`);
    expect(issuer.status).toBe(200);
    expect(started.output()).toContain("Not emulated: ");
    expect(started.output()).toContain("Its data is in memory, and goes when it stops.");

    const body = JSON.stringify(notificationBody({ id: 1 }));
    const reply = await fetch(`http://localhost:${first}/webhook`, { method: "POST", body });
    expect(reply.status).toBe(200);
    await started.says("signing proxy       POST /webhook → 200");
    await started.says("WebhookQueue        1 message → StoreNotifications");
    expect(started.output()).toContain("┌ Subject: [ILLEGAL] ");
    expect(started.errors()).toBe("");
  });

  it("refuses to start twice in one folder", async () => {
    const second = run(String(await freePorts()));
    expect(await second.exit).toBe(1);
    expect(second.errors()).toBe(
      `The local stack is running already in this folder (process ${started.child.pid}): stop it first with Ctrl-C, or kill ${started.child.pid}.\n`,
    );
  });

  it("starts again after a crash, uses another service in the sandbox's place, and stops on Ctrl-C", async () => {
    started.child.kill("SIGKILL");
    await started.exit;
    expect(existsSync(join(folder, ".local/endpoints.json"))).toBe(true);
    const port = await freePorts();
    const again = run(String(port), { service: "http://127.0.0.1:9/v1" });
    await again.says("Vigía is ready.");
    expect(again.output()).toContain("Risk service    http://127.0.0.1:9\n");
    await expect(fetch(`http://127.0.0.1:${port + 1}/v1/chains`)).rejects.toThrow("fetch failed");
    again.child.kill("SIGINT");
    expect(await again.exit).toBe(0);
    expect(existsSync(join(folder, ".local/endpoints.json"))).toBe(false);
    expect(again.errors()).toBe("");
  });

  it("stops at a signal, even before it is ready", async () => {
    const starting = run(String(await freePorts()));
    await starting.says("Starting.");
    starting.child.kill("SIGTERM");
    expect(await starting.exit).toBe(0);
    expect(existsSync(join(folder, ".local/endpoints.json"))).toBe(false);
  });

  it.each([
    [
      "PORT",
      "http",
      {},
      /^PORT is not a port: set it to a number from 1 to 65531, as in PORT=4000 npm start.\n$/,
    ],
    [
      "a name",
      undefined,
      { stackName: "Vigia-prod" },
      /^The app has no stack Vigia-prod that contains Vigía: it has Vigia-dev\.\n$/,
    ],
  ])("says in a sentence what is wrong with %s", async (_name, port, options, message) => {
    const started = run(port ?? String(await freePorts()), options);
    expect(await started.exit).toBe(1);
    expect(started.errors()).toMatch(message);
    expect(existsSync(join(folder, ".local/endpoints.json"))).toBe(false);
  });
});
