/** A context to run commands in: a folder with a local stack's endpoints, streams that remember, and a stopped clock. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http, { createServer } from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { vi } from "vitest";
import { closeServer, listen } from "../../../../infra/local/http/loopback.ts";
import type { Network } from "../../../../lib/aws/network.ts";
import type { Output, ProcessContext } from "../../../../lib/cli/core/command-context.ts";
import { networkFrom, type Variables } from "../../../../lib/cli/core/network.ts";
import { type DeployedTarget, findTarget, type Target } from "../../../../lib/cli/core/target.ts";
import { run, vigia } from "../../../../lib/cli/program.ts";
import type { LocalEndpoints } from "../../../../lib/settings/local-endpoints.ts";
import packageJson from "../../../../package.json" with { type: "json" };

/** Present time of the tests. */
export const NOW = Date.parse("2026-03-01T12:00:00.000Z");

/** Effects of a command. */
export interface Result {
  code: number;
  out: string;
  err: string;
}

export interface Given {
  /** Standard input; a terminal if absent. */
  stdin?: string;
  /** Answer at a prompt. */
  secret?: string;
  yes?: boolean;
  /** Receives every question that is asked. */
  asked?: string[];
  now?: number;
  /** True if a terminal shows the output. */
  terminal?: boolean;
  /** The width of that terminal. */
  columns?: number;
  /** True if it has colours. */
  colours?: boolean;
  /** Variables of the shell that describe its network. */
  variables?: Variables;
}

export interface Place {
  root: string;
  /** Runs one command line; as text where none of its words has a blank. */
  vigia(args: string | readonly string[], options?: Given): Promise<Result>;
  /** The definitions of all commands. */
  program(): Promise<CommandUnknownOpts>;
  /** The stack that seems to run there. */
  target(): Promise<Target>;
  /** Writes a file where commands look for theirs. */
  file(name: string, content: string | Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

/** Values of an output in JSONL, one a line; each ends with a line end. */
export function jsonLines(text: string) {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Address without a server. */
const NOWHERE = "http://127.0.0.1:9";

/** A folder to run commands in; with endpoints, a local stack seems to run there. */
export async function makePlace(endpoints?: LocalEndpoints): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), "vigia-cli-"));
  const standIn = createServer((_, response) => response.destroy());
  if (endpoints !== undefined) {
    const isInvented = endpoints.adapter === NOWHERE;
    const adapter = isInvented ? `http://127.0.0.1:${await listen(standIn, 0)}` : endpoints.adapter;
    await mkdir(join(root, ".local"));
    await writeFile(join(root, ".local", "endpoints.json"), JSON.stringify({ ...endpoints, adapter }));
  }
  return {
    root,
    vigia: (args, options = {}) => runIn(root, typeof args === "string" ? args.split(" ") : args, options),
    program: () => vigia(contextOf(root, {}, new Remembered({}), new Remembered({}))),
    target: () => findTarget(contextOf(root, {}, new Remembered({}), new Remembered({})), {}),
    async file(name, content) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    },
    async remove() {
      if (standIn.listening) await closeServer(standIn);
      await rm(root, { recursive: true });
    },
  };
}

async function runIn(root: string, args: readonly string[], options: Given): Promise<Result> {
  const out = new Remembered(options);
  const err = new Remembered(options);
  const code = await run(contextOf(root, options, out, err), args);
  return { code, out: out.text, err: err.text };
}

function contextOf(root: string, vigiaOptions: Given, stdout: Output, stderr: Output): ProcessContext {
  const stdin: ProcessContext["stdin"] = Readable.from(
    vigiaOptions.stdin === undefined ? [] : [Buffer.from(vigiaOptions.stdin)],
  );
  stdin.isTTY = vigiaOptions.stdin === undefined;
  return {
    root,
    cwd: root,
    stdin,
    stdout,
    stderr,
    now: () => vigiaOptions.now ?? NOW,
    askSecret: async (question) => {
      vigiaOptions.asked?.push(question);
      return vigiaOptions.secret ?? "";
    },
    confirm: async () => vigiaOptions.yes ?? false,
    startLocal: async (options) => {
      stdout.write(`${inOneLine(JSON.stringify(options))}\n`);
    },
    setRegion: (region) => vi.stubEnv("AWS_REGION", region),
    network: () => networkFrom(vigiaOptions.variables ?? {}, async () => undefined),
  };
}

/** Text without what drives a terminal: what another program prints is no output of a command. */
function inOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}

class Remembered extends Writable implements Output {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number;
  readonly #colorDepth: number;
  constructor({ terminal = false, columns = 80, colours = false }: Given) {
    super();
    this.isTTY = terminal;
    this.columns = columns;
    this.#colorDepth = colours ? 8 : 1;
  }
  /** In bits. */
  getColorDepth(): number {
    return this.#colorDepth;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const NO_ONE = { emails: [], slack: false };

/** A network without a proxy. */
const DIRECT: Network = {
  httpAgent: new http.Agent(),
  httpsAgent: new https.Agent(),
  credentials: defaultProvider,
  proxyFor: () => undefined,
};

/** A stage that {@link endpointsWith} describes, with what a test changes of it. */
export function deployedTarget(changes: Partial<DeployedTarget> = {}): DeployedTarget {
  return {
    ...endpointsWith({}),
    kind: "deployed",
    name: "stage dev",
    flags: " --stage dev",
    stage: "dev",
    projectIds: [1],
    servedIds: [1],
    schedules: ["nightly"],
    subscribers: { alerts: NO_ONE, operations: NO_ONE, escalation: NO_ONE },
    getUserLogGroup: "/vigia/get-user",
    deployment: { version: packageJson.version, stackName: "Vigia-dev", createdAt: NOW },
    network: DIRECT,
    ...changes,
  };
}

/** Endpoints at which nothing listens, but for what is given; {@link makePlace} has an adapter that says it is running. */
export function endpointsWith(endpoints: {
  dynamodb?: string;
  sqs?: string;
  secretsmanager?: string;
  adapter?: string;
  riskService?: string;
  queues?: LocalEndpoints["queues"];
  /** The name of the table of cases. */
  cases?: string;
}): LocalEndpoints {
  return {
    adapter: endpoints.adapter ?? NOWHERE,
    signingProxy: NOWHERE,
    riskService: endpoints.riskService ?? NOWHERE,
    aws: {
      dynamodb: endpoints.dynamodb ?? NOWHERE,
      sqs: endpoints.sqs ?? NOWHERE,
      sns: NOWHERE,
      secretsmanager: endpoints.secretsmanager ?? NOWHERE,
      lambda: NOWHERE,
    },
    region: "us-east-1",
    tables: {
      users: "users",
      notifications: "notifications",
      wallets: "wallets",
      walletScans: "wallet-scans",
      scanRuns: "scan-runs",
      chains: "chains",
      alerts: "alerts",
      rates: "rates",
      cases: endpoints.cases ?? "cases",
    },
    queues: endpoints.queues ?? {
      webhook: `${NOWHERE}/000000000000/webhook`,
      webhookDlq: `${NOWHERE}/000000000000/webhook-dlq`,
      scan: `${NOWHERE}/000000000000/scan`,
      scanDlq: `${NOWHERE}/000000000000/scan-dlq`,
    },
    topics: { alerts: "arn:alerts", operations: "arn:operations" },
    secrets: { inbound: "arn:inbound", outbound: "arn:outbound" },
    money: { currencies: ["MXN"] },
    timeZone: "America/Mexico_City",
    functions: { startScan: "start-scan" },
    alerts: ".local/alerts.jsonl",
    logs: ".local/logs",
    inbound: { authentication: "signature" },
    projects: [{ projectId: 1, mexico: true, webhookSecret: "hook-1", apiKey: "key-1" }],
    pid: 1,
  };
}
