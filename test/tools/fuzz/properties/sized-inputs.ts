/** The property of size: an input of any shape, as large as its entry takes, costs the CPU that its size explains. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../../lib/contract/signature.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import type { AwsStub } from "../aws-stub.ts";
import { checkCpu } from "../checks/cpu.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import { CommandLines } from "../command-runner.ts";
import type { EmulatedStack } from "../emulated-stack.ts";
import type { Asker } from "../inputs/desk-requests.ts";
import { endpointEvent, WEBHOOK_MATCH } from "../inputs/gateway-events.ts";
import { SECRETS } from "../inputs/signing.ts";
import { formShape, type Shape, shape } from "../inputs/sized-shapes.ts";
import type { Subject } from "../subject.ts";
import { cookiesIn, Desk } from "./desk.ts";
import { envelope } from "./queue-consumer.ts";

/** The largest body that is kept. */
const BODY_BYTES = 262_144;

/** Where a shape stands in a body. */
const PLACES = {
  alone: (value: string) => `{"n":0,"data":${value}}`,
  "as the laws": (value: string) => notificationWith({ inflictedLaws: "@" }, value),
  "as a law's text": (value: string) =>
    notificationWith({ inflictedLaws: [{ ...LFPIORPI, description: "@" }] }, value),
  "as the user": (value: string) =>
    notificationWith({ address: { id: 1, userId: "@", address: "0xaa", description: null } }, value),
};

function notificationWith(changes: Record<string, unknown>, value: string): string {
  return JSON.stringify(notificationBody(changes)).replace('"@"', () => value);
}

/** What the places add at most. */
const AROUND_BYTES = 1_500;

interface Sized {
  name: string;
  text: string;
}

/** A body of full size, or of a part of it. */
const sizedBody: fc.Arbitrary<Sized> = fc
  .tuple(shape, fc.constantFrom(...Object.entries(PLACES)), fc.constantFrom(1, 1, 8))
  .map(([{ name, of }, [place, around], part]) => ({
    name: `${name}, ${place}`,
    text: around(of(BODY_BYTES / part - AROUND_BYTES)),
  }));

/** Sends bodies to the webhook endpoint, signed and not. */
export function sizedWebhooksProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(sizedBody, fc.boolean(), ({ name, text }, isSigned) =>
    named(name, async () => {
      aws.begin();
      const [secret] = SECRETS;
      if (secret === undefined) throw new Error("There is no secret.");
      await subject.call(
        endpointEvent({
          ...{ method: "POST", path: "/webhook", match: WEBHOOK_MATCH, headers: [], signedPath: "/webhook" },
          ...{ body: Buffer.from(text), form: "as AWS" },
          signing: {
            secret: isSigned ? secret.value : "another",
            timestamp: String,
            spoil: (good) => good,
            names: { signature: SIGNATURE_HEADER, timestamp: TIMESTAMP_HEADER },
          },
        }),
      );
    }),
  );
}

/** Hands bodies to the consumer. */
export function sizedMessagesProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(sizedBody, fc.nat(), ({ name, text }, delivery) =>
    named(name, async () => {
      aws.begin();
      const body = envelope(Buffer.from(text), 1, `delivery-${delivery}`);
      const record = {
        messageId: "m",
        receiptHandle: "m",
        attributes: { ApproximateReceiveCount: "1" },
        messageAttributes: {},
        body,
      };
      const { outcome, printed } = await subject.call({ Records: [record] });
      if (!outcome.ok || outcome.payload !== '{"batchItemFailures":[]}')
        throw new FuzzError(`accepted, but not stored: ${printed.slice(0, 500)}`);
    }),
  );
}

const ASKERS: Asker[] = ["nobody", "a stranger", "an officer"];
const FORM_PATHS = ["/case", "/language", "/month", "/together", "/scans", "/sign-out", "/notifications"];
const QUERY_PATHS = [
  "/",
  "/notifications",
  "/notification",
  "/wallets",
  "/sign-in",
  "/signed-in",
  "/together",
];

/** API Gateway takes 10,240 bytes of request line and headers; Lambda takes events of 6 MB. */
const QUERY_BYTES = 8_000;
const FORM_BYTES = [16_384, 262_144, 1_048_576, 5_800_000];

const sizedRequest = fc.tuple(fc.constantFrom(...ASKERS), formShape).chain(([asker, { name, of }]) =>
  fc.oneof(
    fc.record({ path: fc.constantFrom(...QUERY_PATHS) }).map(({ path }) => ({
      ...{ name, asker, method: "GET", target: `${path}?${of(QUERY_BYTES)}`, headers: [], body: "" },
    })),
    fc
      .record({ path: fc.constantFrom(...FORM_PATHS), bytes: fc.constantFrom(...FORM_BYTES) })
      .map(({ path, bytes }) => ({
        ...{ name: `${name} to ${bytes} bytes`, asker, method: "POST", target: path },
        headers: ["origin", "https://desk.example", "content-type", "application/x-www-form-urlencoded"],
        body: of(bytes),
      })),
  ),
);

/** Sends queries and forms to the desk. */
export function sizedRequestsProperty(stack: EmulatedStack) {
  let desk: Desk | undefined;
  return fc.asyncProperty(sizedRequest, ({ name, ...request }) =>
    named(name, async () => {
      desk ??= new Desk(stack, await cookiesIn(stack));
      await desk.ask(request);
    }),
  );
}

/** Rows whose laws are read from their bodies alone: as many as a page may read. */
const ROWS = 5_000;

/** Asks for a page by filters that none of many rows fits. */
export function filteredListsProperty(stack: EmulatedStack) {
  return fc.asyncProperty(fc.constantFrom("law=no-such-law", "country=Nowhere"), async (filter) => {
    await stack.clear();
    const laws = Array.from({ length: 60 }, (_, at) => ({ ...LFPIORPI, name: `Law ${at}` }));
    await stack.store([JSON.stringify(notificationBody({ id: 1, inflictedLaws: laws }))]);
    const { notifications } = stack.endpoints.tables;
    const [row] = await stack.items(notifications);
    if (row?.["lawCount"] === undefined) throw new Error("The row holds all laws.");
    const receivedAt = (at: number) => new Date(Date.parse("2026-03-01T12:00:00Z") + at).toISOString();
    await stack.put(
      notifications,
      Array.from({ length: ROWS }, (_, at) => ({ ...row, key: `1#${at + 1}`, receivedAt: receivedAt(at) })),
    );
    const desk = new Desk(stack, await cookiesIn(stack));
    // The first page compiles what it runs.
    for (const page of ["/notifications", `/notifications?${filter}`]) await desk.page(page);
  });
}

/** The largest reply of the service that is read for one address. */
const REPLY_BYTES = 1_048_576;

const REPLIES = {
  results: (value: string) => ({ scan: `{"success":true,"data":{"results":${value}}}` }),
  "a reason": (value: string) => ({ scan: resultWith(`"riskReason":${value}`) }),
  patterns: (value: string) => ({ scan: resultWith(`"patterns":${value}`) }),
  "an unknown field": (value: string) => ({ scan: resultWith(`"other":${value}`) }),
  chains: (value: string) => ({ chains: `{"success":true,"data":${value}}` }),
  tags: (value: string) => ({ status: `{"success":true,"data":{"status":"x","tags":${value}}}` }),
};

const SCANNED = `0x${"ab".repeat(20)}`;

function resultWith(field: string): string {
  const fields = `"address":"${SCANNED}","chainId":"1","status":"completed","riskScore":88`;
  return `{"success":true,"data":{"results":[{${fields},${field}}]}}`;
}

/** Scans a wallet of which the service says as much as is read. */
export function sizedAnswersProperty(stack: EmulatedStack) {
  return fc.asyncProperty(
    shape,
    fc.constantFrom(...Object.entries(REPLIES)),
    ({ name, of }: Shape, [place, reply]) =>
      named(`${name}, as ${place}`, async () => {
        await stack.clear();
        await stack.remember([{ address: SCANNED }]);
        const given: { scan?: string; chains?: string; status?: string } = reply(of(REPLY_BYTES - 500));
        const { behaviour } = stack.service;
        stack.service.behaviour = {
          scan: (asked) => (given.scan === undefined ? behaviour.scan(asked) : { body: given.scan }),
          chains: () => (given.chains === undefined ? behaviour.chains() : { body: given.chains }),
          status: (one) => (given.status === undefined ? behaviour.status(one) : { body: given.status }),
        };
        await stack.scan();
      }),
  );
}

/** The longest line of a file, and the largest file with one request in it. */
const LINE_BYTES = 262_144;

const FILES = {
  "users.jsonl": {
    args: ["users", "import"],
    of: (value: string) => `{"userId":"u","givenName":${value}}\n`,
  },
  "users.csv": { args: ["users", "import"], of: (value: string) => `userId,givenName\nu,${value}\n` },
  "wallets.jsonl": {
    args: ["wallets", "import"],
    of: (value: string) => `{"projectId":1,"address":${value}}\n`,
  },
  "body.json": { args: ["sign", "POST", "/webhook"], of: PLACES.alone },
  "capture.txt": {
    args: ["verify"],
    of: (value: string) =>
      `POST /webhook HTTP/1.1\r\nX-Wavynode-Hmac: ${"A".repeat(43)}=\r\nX-Wavynode-Timestamp: 1\r\n\r\n${PLACES.alone(value)}`,
  },
};

/** Gives commands files with a line as long as is read. */
export function sizedFilesProperty(stack: EmulatedStack) {
  const commands = new CommandLines(stack);
  return fc.asyncProperty(
    shape,
    fc.constantFrom(...Object.entries(FILES)),
    ({ name, of }, [file, { args, of: fileOf }]) =>
      named(`${name}, in ${file}`, async () => {
        const text = fileOf(of(LINE_BYTES - 500));
        await writeFile(join(stack.folder, file), text);
        const before = process.threadCpuUsage();
        await commands.run([...args, file]);
        const { user, system } = process.threadCpuUsage(before);
        checkCpu("vigia", text.length, (user + system) / 1_000);
      }),
  );
}

/** Says which shape it was that something was found with. */
async function named(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new FuzzError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
