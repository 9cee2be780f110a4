import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";
import { type LocalOptions, type LocalStack, startLocal } from "../../../infra/local/local-stack.ts";
import type { VigiaProps } from "../../../infra/vigia.ts";
import { localEndpoints } from "../../../lib/settings/local-endpoints.ts";
import { assemble } from "../../support/assembly/assembled.ts";
import { notificationBody } from "../../support/notifications.ts";

const PROJECTS: VigiaProps = { projects: [{ id: 1 }, { id: 2, mexico: true }] };

function start(options: Partial<LocalOptions>, props = PROJECTS): Promise<LocalStack> {
  return startLocal({ project: newFolder(), port: 0, assemble: () => assemble(props), ...options });
}

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vigia-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("a local stack", () => {
  const project = newFolder();
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await start({ project, prepared: true, timeScale: 5 });
  });
  afterAll(() => stack.close());

  it("says in a file where it listens", () => {
    const text = readFileSync(join(project, ".local/endpoints.json"), "utf8");
    const endpoints = localEndpoints.parse(JSON.parse(text));
    expect(endpoints).toEqual(stack.endpoints);
    expect(endpoints).toMatchObject({
      projects: [
        { projectId: 1, mexico: false, webhookSecret: "local-webhook-secret-1", apiKey: "local-api-key-1" },
        { projectId: 2, mexico: true, webhookSecret: "local-webhook-secret-2", apiKey: "local-api-key-2" },
      ],
      inbound: { authentication: "signature" },
      region: "us-east-1",
      pid: process.pid,
    });
  });

  it("answers a plain call to the signing proxy as if it were signed, and refuses it at the adapter", async () => {
    const { signingProxy, adapter } = stack.endpoints;
    const reply = await fetch(`${signingProxy}/users/u%20%C3%B1-5`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("x-vigia-local")).toBe("signed-on-entry");
    expect(await reply.json()).toMatchObject({ givenName: "José Luis" });
    const refused = await fetch(`${adapter}/users/u%20%C3%B1-5`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-vigia-local")).toBeNull();
  });

  it("alerts an illegal notification that was posted to the signing proxy", async () => {
    const alerted = new Promise((done) => {
      stack.events.listen((event) => {
        if (event.type === "alert") done(event.alert);
      });
    });
    const reply = await fetch(`${stack.endpoints.signingProxy}/webhook`, {
      method: "POST",
      body: JSON.stringify(notificationBody({ id: 1 })),
    });
    expect(reply.status).toBe(200);
    const alert = await alerted;
    expect(alert).toMatchObject({ topic: "alerts", subject: expect.stringMatching(/^\[ILLEGAL\]/) });
    const lines = readFileSync(join(project, stack.endpoints.alerts), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([alert]);
  });

  it("runs beside another one, which begins without the alerts of the last time, and leaves nothing that listens", async () => {
    const project = newFolder();
    const alerts = join(project, ".local/alerts.jsonl");
    mkdirSync(join(project, ".local"));
    writeFileSync(alerts, "old\n");
    const { endpoints, close } = await start({ project }, { projects: [{ id: 5 }] });
    expect(endpoints.projects.map(({ projectId }) => projectId)).toEqual([5]);
    expect(readFileSync(alerts, "utf8")).toBe("");
    const { adapter, signingProxy, riskService, aws } = endpoints;
    expect((await fetch(`${signingProxy}/users/u-1`)).status).toBe(404);
    expect((await fetch(`${stack.endpoints.signingProxy}/users/u-1`)).status).toBe(200);
    await close();
    expect(existsSync(join(project, ".local/endpoints.json"))).toBe(false);
    for (const url of [adapter, signingProxy, riskService, ...Object.values(aws)])
      await expect(fetch(url)).rejects.toThrow("fetch failed");
  });
});

it("says what is wrong with the app before it looks for ports", async () => {
  const blocker = createServer();
  const port = await listen(blocker, 0);
  const failing = start({ port, assemble: () => Promise.reject(new Error("The app has no stack Nope.")) });
  await expect(failing).rejects.toThrow("The app has no stack Nope.");
  await expect(start({ port })).rejects.toThrow(`Port ${port} is in use`);
  await closeServer(blocker);
});

it("names a function that lacks a variable, at the start", async () => {
  const preload = join(newFolder(), "preload.mjs");
  writeFileSync(preload, "delete process.env.USERS_TABLE;");
  const starting = start({ prepared: true, preload });
  await expect(starting).rejects.toThrow(
    "Functions cannot be loaded. GetUser: The function's environment lacks or misspells USERS_TABLE",
  );
});

it("puts nothing of the signing proxy into what would be deployed", async () => {
  const { folder } = await assemble({});
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), "utf8");
    expect(text).not.toMatch(/x-vigia-local|signed-on-entry|local-webhook-secret|signing proxy/i);
  }
});
