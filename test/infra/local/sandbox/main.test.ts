/** The sandbox alone, as `npm run sandbox` starts it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const MAIN = join(import.meta.dirname, "../../../../infra/local/sandbox/main.ts");

/** Starts it; what it prints is gathered. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env["PATH"], ...environment } });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed.err += text;
  });
  return { child, printed };
}

async function exitCode(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, "close");
  return code;
}

describe("the sandbox alone", () => {
  it("says where it is, answers with its documented key, and stops at Ctrl-C", async () => {
    const { child, printed } = start({ PORT: "0" });
    await expect.poll(() => printed.out, { timeout: 20_000 }).toContain("Ctrl-C stops it.");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed.out)?.[0] ?? "";
    expect(printed.out).toContain(`curl -s ${url}/v1/projects/1/addresses/scan-risk`);
    expect(printed.out).toContain("API key local-api-key-1, webhook secret local-webhook-secret-1");
    const answered = await fetch(`${url}/v1/chains`, { headers: { "x-api-key": "ApiKey local-api-key-1" } });
    expect(answered.status).toBe(200);

    const exited = exitCode(child);
    child.kill("SIGINT");
    expect(await exited).toBe(0);
    expect(printed).toMatchObject({ err: "" });
    expect(printed.out).toContain("The sandbox has stopped.");
  });

  it.each([[{ PORT: "http" }], [{ PORT: "0", ADAPTER_URL: "adapter" }]])(
    "says which setting is wrong, and fails: %j",
    async (environment) => {
      const { child, printed } = start(environment);
      expect(await exitCode(child)).toBe(1);
      expect(printed.err).toBe(
        "PORT must be a port, such as 3001, and ADAPTER_URL, where it is given, an http or https URL.\n",
      );
    },
  );
});
