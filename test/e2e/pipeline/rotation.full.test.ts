import { setTimeout as sleep } from "node:timers/promises";
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type InboundDocument,
  rotateValues,
  setValue,
  withWebhookSecrets,
} from "../../../lib/settings/secrets/secret-documents.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let manager: SecretsManagerClient;

// A list of a hundred projects has no room in the environment of every function: they find it beside their code.
const PROJECTS = [1, ...Array.from({ length: 99 }, (_, index) => 1_000_000_000 + index)];

beforeAll(async () => {
  const props = { projects: PROJECTS.map((id) => ({ id, mexico: true })), desk: true };
  stack = await TestStack.start({ timeScale: 30, props });
  const { region, aws } = stack.stack.endpoints;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  manager = new SecretsManagerClient({ region, credentials, endpoint: aws.secretsmanager });
});
afterAll(async () => {
  manager.destroy();
  await stack.close();
});

async function write(document: InboundDocument): Promise<void> {
  await manager.send(
    new PutSecretValueCommand({
      SecretId: stack.endpoints.secrets.inbound,
      SecretString: JSON.stringify(document),
    }),
  );
}

it("refuses neither the old nor the new secret during a rotation, and the old one after it is retired", async () => {
  const OLD = "local-webhook-secret-1";
  const NEW = "invented-new-secret";
  let id = 1;
  const post = (secret: string) => stack.post(notificationBody({ id: id++, inflictedLaws: [] }), { secret });
  const load = async (secret: string, milliseconds: number) => {
    const statuses = new Set<number>();
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      statuses.add((await post(secret)).status);
      await sleep(20);
    }
    return [...statuses];
  };

  expect(await load(OLD, 300)).toEqual([200]);
  const now = Date.now();
  const rotated = rotateValues([{ value: OLD }], { value: NEW, until: now + 60 * 60_000, now });
  await write(withWebhookSecrets({}, 1, rotated));
  expect(await Promise.all([load(OLD, 1_000), load(NEW, 1_000)])).toEqual([[200], [200]]);

  await write(withWebhookSecrets({}, 1, setValue(NEW)));
  await expect.poll(async () => (await post(OLD)).status).toBe(401);
  expect(await load(NEW, 300)).toEqual([200]);
  expect((await post(OLD)).status).toBe(401);
});

it("stores and alerts a webhook of a hundred projects' first", async () => {
  await stack.post(notificationBody({ id: 0 }), { secret: "invented-new-secret" });
  expect(await stack.notification("1#0")).toMatchObject({ risk: "illegal", alert: { state: "sent" } });
});
