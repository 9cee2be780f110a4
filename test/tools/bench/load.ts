/** Time for the functions that answer a caller to start and to answer first, beside bare AWS clients that make their calls. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { BUNDLE_OPTIONS } from "../../../infra/constructs/bundles.ts";
import { PACKAGE_FOLDER as ROOT } from "../../../lib/settings/project-folder.ts";
import { lookUpEvent, webhookEvent } from "../../support/function-events.ts";
import { bodyOf } from "./bodies.ts";
import { ANSWERING } from "./budgets.ts";
import { byTurns, compared, type Figure } from "./figures.ts";
import { FunctionHost } from "./function-host.ts";
import { BenchStack, type FunctionSetup } from "./stack.ts";

const ROUNDS = 21;

const SECRET = `
  import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
  const secrets = new SecretsManagerClient({});
  const secret = () => secrets.send(new GetSecretValueCommand({ SecretId: process.env.INBOUND_SECRET_ARN }));`;

/** Sources that make the AWS clients which a function needs, and whose handlers make its calls. */
const BARE = {
  ReceiveWebhook: `${SECRET}
    import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";
    const sqs = new SQSClient({});
    const message = { QueueUrl: process.env.WEBHOOK_QUEUE_URL, MessageBody: "x".repeat(2_000) };
    export const handler = async () => {
      await secret();
      await sqs.send(new SendMessageCommand(message));
    };`,
  GetUser: `${SECRET}
    import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
    const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    const item = { TableName: process.env.USERS_TABLE, Key: { userId: "u-1" }, ConsistentRead: true };
    export const handler = async () => {
      await secret();
      await database.send(new GetCommand(item));
    };`,
};

const EVENTS = {
  ReceiveWebhook: () => webhookEvent(bodyOf({ id: 1, bytes: 1_434 })),
  GetUser: () => lookUpEvent("u-1"),
};

/** For each: the time of its first call once it is loaded, and the CPU time of loading it and of that call. */
export async function measureLoading(): Promise<Figure[]> {
  const stack = await BenchStack.start();
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  try {
    const figures: Figure[] = [];
    for (const name of ANSWERING) {
      const own = stack.function(name);
      const bare = { ...own, folder };
      writeFileSync(join(folder, "index.js"), bundled(BARE[name]));
      const event = EVENTS[name]();
      const rounds = await byTurns(
        ROUNDS,
        () => start(own, event),
        () => start(bare, event),
      );
      const subject = "a bundle of the AWS clients that the function needs, which makes the same calls";
      for (const measure of ["firstInvocation", "cpu"] as const) {
        const [values, references] = [rounds.own, rounds.reference].map((rows) =>
          rows.map((row) => row[measure]),
        );
        figures.push(
          compared(
            { id: `load.${name}.${measure}`, unit: "ms", of: subject },
            values ?? [],
            references ?? [],
          ),
        );
      }
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await stack.close();
  }
}

async function start(setup: FunctionSetup, event: object) {
  const host = new FunctionHost(setup);
  try {
    const { milliseconds, cpuMilliseconds, loadMilliseconds } = await host.invoke(event);
    return { firstInvocation: milliseconds, cpu: loadMilliseconds + cpuMilliseconds };
  } finally {
    await host.close();
  }
}

function bundled(contents: string): Uint8Array {
  const stdin = { contents, resolveDir: ROOT };
  const [file] = buildSync({ ...BUNDLE_OPTIONS, stdin, outdir: "bundle" }).outputFiles;
  if (file === undefined) throw new Error("A bundle of bare clients is empty.");
  return file.contents;
}
