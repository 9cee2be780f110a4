/** The property of size: an input of any shape, as large as its entry takes, is worked on within the time that its call has. */

import * as fc from "fast-check";
import { LFPIORPI } from "../../support/notifications.ts";
import { bodyWith, MOST_KEPT_BYTES, type Shape, shape } from "./bodies.ts";
import { type Asker, Desk } from "./desk.ts";
import { FuzzError, within } from "./finding.ts";
import { envelope } from "./messages.ts";
import { webhookEvent } from "./requests.ts";
import { GOOD } from "./signing.ts";
import type { Stack } from "./stack.ts";

const alone = (value: string) => `{"n":0,"data":${value}}`;

/** The place of a shape in a body. */
const PLACES = {
  alone,
  "as the laws": (value: string) => bodyWith({ inflictedLaws: "@" }, value),
  "as a law's text": (value: string) =>
    bodyWith({ inflictedLaws: [{ ...LFPIORPI, description: "@" }] }, value),
  "as the user": (value: string) =>
    bodyWith({ address: { id: 1, userId: "@", address: "0xaa", description: null } }, value),
};

/** Largest addition of the places. */
const AROUND_BYTES = 1_500;

/** A body of full size, or of a part of it. */
const sizedBody = fc
  .tuple(shape, fc.constantFrom(...Object.entries(PLACES)), fc.constantFrom(1, 1, 8))
  .map(([{ name, textOf }, [place, around], part]) => ({
    name: `${name}, ${place}`,
    bytes: Buffer.from(around(textOf(MOST_KEPT_BYTES / part - AROUND_BYTES))),
  }));

/** Sends bodies to the webhook endpoint, signed and not. */
export function sizedWebhooks(stack: Stack) {
  return fc.asyncProperty(sizedBody, fc.constantFrom(GOOD.secret, "another"), ({ name, bytes }, secret) =>
    within(name, async () => {
      await stack.call("ReceiveWebhook", webhookEvent(bytes, { ...GOOD, secret }).event);
      await stack.takeWebhooks();
    }),
  );
}

/** Hands bodies to the consumer. */
export function sizedMessages(stack: Stack) {
  return fc.asyncProperty(sizedBody, fc.nat(), ({ name, bytes }, delivery) =>
    within(name, async () => {
      await stack.clear();
      await stack.consume("StoreNotifications", [envelope(bytes, `delivery-${delivery}`)]);
    }),
  );
}

/** Queries and forms. */
const formShape: fc.Arbitrary<Shape> = fc
  .constantFrom(..."a& a=1& & = %41 % + a[]=1& a; note=%F0%9F%98%80& step=1& note=".split(" "))
  .map((unit) => ({ name: `the form ${unit} repeated`, textOf: (size) => unit.repeat(size / unit.length) }));

const FORM_PATHS = "/case /language /month /selected /system /sign-out /notifications".split(" ");
const QUERY_PATHS = "/ /notifications /notification /wallets /sign-in /signed-in".split(" ");

/** API Gateway takes 10,240 bytes of request line and headers; Lambda takes events of 6 MB. */
const QUERY_BYTES = 8_000;
const FORM_BYTES = [16_384, 262_144, 1_048_576, 5_800_000];

const sizedRequest = fc.oneof(
  fc.tuple(formShape, fc.constantFrom(...QUERY_PATHS)).map(([{ name, textOf }, path]) => ({
    name,
    method: "GET",
    target: `${path}?${textOf(QUERY_BYTES)}`,
    headers: [],
    body: "",
  })),
  fc
    .tuple(formShape, fc.constantFrom(...FORM_PATHS), fc.constantFrom(...FORM_BYTES))
    .map(([{ name, textOf }, target, bytes]) => ({
      name: `${name} to ${bytes} bytes`,
      method: "POST",
      target,
      body: textOf(bytes),
      headers: ["content-type", "application/x-www-form-urlencoded"],
    })),
);

/** Sends queries and forms to the desk. */
export function sizedRequests(stack: Stack) {
  let desk: Desk | undefined;
  const asker = fc.constantFrom<Asker[]>("a visitor", "a stranger", "an officer");
  return fc.asyncProperty(sizedRequest, asker, ({ name, headers, ...request }, caller) =>
    within(name, async () => {
      desk ??= await Desk.open(stack);
      await desk.ask({ ...request, asker: caller, headers: ["origin", stack.deskUrl, ...headers] });
    }),
  );
}

/** The largest reply of the service that is read for one address. */
const REPLY_BYTES = 1_048_576;

const SCANNED = `0x${"ab".repeat(20)}`;

const success = (data: string) => `{"success":true,"data":${data}}`;
const resultWith = (field: string) =>
  success(
    `{"results":[{"address":"${SCANNED}","chainId":"1","status":"completed","riskScore":88,${field}}]}`,
  );

const REPLIES: Record<string, (value: string) => Partial<Record<"scan" | "chains" | "status", string>>> = {
  results: (value) => ({ scan: success(`{"results":${value}}`) }),
  "a reason": (value) => ({ scan: resultWith(`"riskReason":${value}`) }),
  patterns: (value) => ({ scan: resultWith(`"patterns":${value}`) }),
  "an unknown field": (value) => ({ scan: resultWith(`"other":${value}`) }),
  chains: (value) => ({ chains: success(value) }),
  tags: (value) => ({ status: success(`{"status":"x","tags":${value}}`) }),
};

/** Scans a wallet of which the service says as much as is read. */
export function sizedAnswers(stack: Stack) {
  return fc.asyncProperty(
    shape,
    fc.constantFrom(...Object.entries(REPLIES)),
    ({ name, textOf }, [place, reply]) =>
      within(`${name}, as ${place}`, async () => {
        await stack.clear();
        await stack.remember([{ address: SCANNED }]);
        const attributes = Object.entries(reply(textOf(REPLY_BYTES - 500)));
        stack.service.behave(Object.fromEntries(attributes.map(([call, body]) => [call, () => ({ body })])));
        await stack.scan();
      }),
  );
}

/** The longest line of a file, and the largest file with one request in it. */
const LINE_BYTES = 262_144;

const FILES: Record<string, [command: string, textOf: (value: string) => string]> = {
  "users.jsonl": ["users import", (value) => `{"userId":"u","givenName":${value}}\n`],
  "users.csv": ["users import", (value) => `userId,givenName\nu,${value}\n`],
  "wallets.jsonl": ["wallets import", (value) => `{"projectId":1,"address":${value}}\n`],
  "body.json": ["sign POST /webhook", alone],
  "capture.txt": [
    "verify",
    (value) =>
      `POST /webhook HTTP/1.1\r\nX-Wavynode-Hmac: ${"A".repeat(43)}=\r\nX-Wavynode-Timestamp: 1\r\n\r\n${alone(value)}`,
  ],
};

/** No command takes a second for such a file. */
const MOST_CPU_US = 10_000_000;

/** Gives commands files with a line as long as is read. */
export function sizedFiles(stack: Stack) {
  return fc.asyncProperty(
    shape,
    fc.constantFrom(...Object.entries(FILES)),
    ({ name, textOf }, [file, [command, fileOf]]) =>
      within(`${name}, in ${file}`, async () => {
        const text = fileOf(textOf(LINE_BYTES - 500));
        await stack.place.file(file, text);
        const before = process.threadCpuUsage();
        await stack.vigia([...command.split(" "), file]);
        const { user, system } = process.threadCpuUsage(before);
        if (user + system > MOST_CPU_US) throw new FuzzError("the command took more than ten seconds of CPU");
      }),
  );
}
