/** SQS and SNS on this machine: fauxqs, held to what AWS refuses, under the time scale, and on loopback alone. */

import { randomUUID } from "node:crypto";
import { buildApp } from "fauxqs";
import * as z from "zod/mini";
import { isObject } from "../../../lib/contract/exact-json.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedQueue, EmulatedTopic } from "../template/resources.ts";
import { ADMINISTRATOR, callerIn, type Gate, wrongCall } from "./gate.ts";
import { type PublishedMessage, readPublication } from "./publication.ts";

interface MessagingOptions {
  timeScale: number;
  gate: Gate;
  /** Called for each message that a topic accepted, before the publisher hears of it. */
  onPublish(publication: PublishedMessage): void;
}

/** SQS hides a message for no longer. Never divided: who names it shows the message again, or deletes it. */
export const LONGEST_VISIBILITY_SECONDS = 43_200;

const SQS = "application/x-amz-json-1.0";
const QUEUE_ACTION = "AmazonSQS.";

/** The emulated queues and topics. */
export class Messaging {
  readonly #app: ReturnType<typeof buildApp>;
  readonly #queues = new Map<string, EmulatedQueue>();

  private constructor(app: ReturnType<typeof buildApp>) {
    this.#app = app;
  }

  /** Starts listening on a free port; queues and topics come later. */
  static async start(options: MessagingOptions): Promise<{ messaging: Messaging; url: string }> {
    const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION });
    const messaging = new Messaging(app);
    messaging.#stand(options);
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return { messaging, url };
  }

  /** Makes the queues and topics of a template. */
  async create(queues: readonly EmulatedQueue[], topics: readonly EmulatedTopic[]): Promise<void> {
    for (const queue of queues) {
      this.#queues.set(queue.name, queue);
      const { MaximumMessageSize, RedrivePolicy } = queue.properties;
      await this.queue("CreateQueue", {
        QueueName: queue.name,
        Attributes: {
          MaximumMessageSize: String(MaximumMessageSize),
          VisibilityTimeout: String(queue.properties.VisibilityTimeout),
          ...(RedrivePolicy === undefined ? {} : { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
        },
      });
    }
    for (const { name } of topics) {
      await this.#call("application/x-www-form-urlencoded", {}, `Action=CreateTopic&Name=${name}`);
    }
  }

  /**
   * Calls SQS without a socket between.
   * @param action `ReceiveMessage`, `DeleteMessageBatch`, …
   * @throws {Error} with what the emulator answered, where it refused
   */
  async queue(action: string, body: Record<string, unknown>): Promise<unknown> {
    const reply = await this.#call(SQS, { "x-amz-target": QUEUE_ACTION + action }, JSON.stringify(body));
    return JSON.parse(reply);
  }

  /** Stops at once; calls in progress are cut. */
  async close(): Promise<void> {
    await this.#app.close();
  }

  async #call(contentType: string, headers: Record<string, string>, payload: string): Promise<string> {
    const reply = await this.#app.inject({
      method: "POST",
      url: "/",
      headers: {
        "content-type": contentType,
        host: "127.0.0.1",
        authorization: `AWS4-HMAC-SHA256 Credential=${ADMINISTRATOR}/20250101/${LOCAL_REGION}/sqs/aws4_request`,
        ...headers,
      },
      payload,
    });
    if (reply.statusCode !== 200) throw new Error(`The emulated queue refused: ${reply.body}`);
    return reply.body;
  }

  /** Stands before the emulator: divides times, and tells of what is published. */
  #stand({ gate, timeScale, onPublish }: MessagingOptions): void {
    const accepted = new WeakMap<object, PublishedMessage>();
    this.#app.addHook("onRequest", async ({ headers, method }, reply) => {
      const wrong = wrongCall(headers, method);
      return wrong === undefined ? undefined : reply.code(wrong).send();
    });
    this.#app.addHook("preHandler", async (request, reply) => {
      const fields = isObject(request.body) ? request.body : {};
      const target = String(request.headers["x-amz-target"] ?? "");
      const service = target.startsWith(QUEUE_ACTION) ? "sqs" : "sns";
      const action = service === "sqs" ? target.slice(QUEUE_ACTION.length) : String(fields["Action"]);
      const refused = gate({ service, action, caller: callerIn(request.headers), fields });
      if (refused !== undefined)
        return reply.code(refused.status).headers(refused.headers).send(refused.body);
      if (action === "StartMessageMoveTask") {
        const { status, body } = await this.#move(fields);
        return reply.code(status).header("content-type", SQS).send(JSON.stringify(body));
      }
      if (service === "sqs") request.body = this.#scaled(action, fields, timeScale);
      if (action === "Publish") {
        const publication = readPublication(fields);
        accepted.set(request, publication);
        // The emulator would send queues the whole structure; SNS sends each subscriber its own text.
        request.body = { ...fields, Message: publication.texts["sqs"] ?? publication.texts.default };
      }
      return undefined;
    });
    this.#app.addHook("onSend", async (request, reply) => {
      const publication = accepted.get(request);
      if (publication !== undefined && reply.statusCode === 200) onPublish(publication);
    });
  }

  /** Moves the messages of one queue to another, by their ARNs: the emulator cannot. The move is over before it is answered. */
  async #move(task: Record<string, unknown>): Promise<{ status: number; body: object }> {
    const [source, destination] = [task["SourceArn"], task["DestinationArn"]].map((arn) =>
      [...this.#queues.values()].find((queue) => queue.arn === arn),
    );
    if (source === undefined || destination === undefined) {
      const message =
        "The resource that you specified for the SourceArn or DestinationArn parameter doesn't exist.";
      return { status: 400, body: { __type: "com.amazonaws.sqs#ResourceNotFoundException", message } };
    }
    const receive = { QueueUrl: source.ref, MaxNumberOfMessages: 10 };
    for (;;) {
      const { Messages } = received.parse(await this.queue("ReceiveMessage", receive));
      if (Messages.length === 0) return { status: 200, body: { TaskHandle: randomUUID() } };
      for (const { Body: MessageBody, ReceiptHandle } of Messages) {
        await this.queue("SendMessage", { QueueUrl: destination.ref, MessageBody });
        await this.queue("DeleteMessage", { QueueUrl: source.ref, ReceiptHandle });
      }
    }
  }

  /**
   * A call with its times divided, and with the queue's own times where it names none: the emulator knows only whole
   * seconds of its queues, but takes fractions in a call.
   */
  #scaled(action: string, call: Record<string, unknown>, timeScale: number): Record<string, unknown> {
    const queue = this.#queues.get(String(call["QueueUrl"]).split("/").at(-1) ?? "");
    const name = TIMES[action.replace(/Batch$/, "")];
    if (queue === undefined || name === undefined) return call;
    const { DelaySeconds, VisibilityTimeout } = queue.properties;
    const usual = name === "DelaySeconds" ? DelaySeconds : VisibilityTimeout;
    const divided = (entry: Record<string, unknown>) => {
      const seconds = typeof entry[name] === "number" ? entry[name] : usual;
      return { ...entry, [name]: seconds === LONGEST_VISIBILITY_SECONDS ? seconds : seconds / timeScale };
    };
    const { Entries: entries, WaitTimeSeconds: wait } = call;
    if (Array.isArray(entries))
      return { ...call, Entries: entries.map((entry) => (isObject(entry) ? divided(entry) : entry)) };
    return { ...divided(call), ...(typeof wait === "number" ? { WaitTimeSeconds: wait / timeScale } : {}) };
  }
}

const received = z.object({
  Messages: z._default(z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })), []),
});

/** The time that each call, or each entry of its batch, names. */
const TIMES: Readonly<Record<string, "DelaySeconds" | "VisibilityTimeout">> = {
  SendMessage: "DelaySeconds",
  ReceiveMessage: "VisibilityTimeout",
  ChangeMessageVisibility: "VisibilityTimeout",
};
