/** SQS and SNS on this machine: fauxqs, held to what AWS refuses, under the time scale, and on loopback alone. */

import { buildApp } from "fauxqs";
import { isObject } from "../../../lib/contract/exact-json.ts";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import { ADMINISTRATOR, type Judge } from "../permissions/judge.ts";
import { accessKeyIn, queryError, refusalReply } from "../permissions/refusal.ts";
import { snsCalls, sqsCalls } from "../permissions/requested-calls.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedQueue, EmulatedTopic } from "../template/resources.ts";
import type { Outage } from "./outage.ts";
import { type PublishedMessage, readPublication, SnsRefusalError, withListFilters } from "./sns-rules.ts";

interface MessagingOptions {
  timeScale: number;
  outage: Outage;
  judge: Judge;
  /** Called for each message that a topic accepted, before the publisher hears of it. */
  onPublish(publication: PublishedMessage): void;
}

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
    messaging.#guard(options);
    messaging.#enforce(options);
    messaging.#scale(options);
    messaging.#watchTopics(options);
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

  #guard({ outage }: MessagingOptions): void {
    this.#app.addHook("onRequest", async (request, reply) => {
      if (!isLocalCall(request.headers)) return reply.code(403).send();
      // The query protocol of SNS would take `GET /?Action=Publish` too.
      if (request.method !== "POST") return reply.code(405).send();
      const service = request.headers["content-type"]?.includes(SQS) ? "sqs" : "sns";
      if (outage.of(service)) return reply.code(503).header("content-type", SQS).send("{}");
      return undefined;
    });
  }

  #enforce({ judge }: MessagingOptions): void {
    this.#app.addHook("preHandler", async (request, reply) => {
      const { authorization, "x-amz-target": target } = request.headers;
      const isQueue = typeof target === "string" && target.startsWith(QUEUE_ACTION);
      const verdict = judge.judge(accessKeyIn(authorization), () =>
        isQueue ? sqsCalls(target.slice(QUEUE_ACTION.length), request.body) : snsCalls(request.body),
      );
      if (verdict.kind === "allowed") return undefined;
      const { status, headers, body } = refusalReply(isQueue ? "sqs" : "sns", verdict);
      return reply.code(status).headers(headers).send(body);
    });
  }

  #scale({ timeScale }: MessagingOptions): void {
    this.#app.addHook("preHandler", async (request, reply) => {
      const target = request.headers["x-amz-target"];
      if (typeof target !== "string" || !target.startsWith(QUEUE_ACTION) || !isObject(request.body))
        return undefined;
      const queue = this.#queues.get(String(request.body["QueueUrl"]).split("/").at(-1) ?? "");
      if (queue === undefined) return undefined;
      const times = {
        delaySeconds: queue.properties.DelaySeconds,
        visibilitySeconds: queue.properties.VisibilityTimeout,
      };
      try {
        request.body = scaleTimes(target.slice(QUEUE_ACTION.length), request.body, times, timeScale);
      } catch (error) {
        if (!(error instanceof InvalidTimeError)) throw error;
        const refusal = { __type: "com.amazonaws.sqs#InvalidParameterValue", message: error.message };
        return reply.code(400).header("content-type", SQS).send(refusal);
      }
      return undefined;
    });
  }

  #watchTopics({ onPublish }: MessagingOptions): void {
    const accepted = new WeakMap<object, PublishedMessage>();
    this.#app.addHook("preHandler", async (request, reply) => {
      const action = isObject(request.body) ? request.body["Action"] : undefined;
      if (isObject(request.body) && (action === "Subscribe" || action === "SetSubscriptionAttributes"))
        request.body = withListFilters(request.body);
      if (action !== "Publish" && action !== "PublishBatch") return undefined;
      try {
        if (action === "PublishBatch")
          throw new SnsRefusalError("PublishBatch is not emulated: call Publish for each");
        const publication = readPublication(request.body);
        accepted.set(request, publication);
        // The emulator would send queues the whole structure; SNS sends each subscriber its own text.
        if (isObject(request.body))
          Object.assign(request.body, { Message: publication.texts["sqs"] ?? publication.texts.default });
      } catch (error) {
        if (!(error instanceof SnsRefusalError)) throw error;
        return reply
          .code(400)
          .header("content-type", "text/xml")
          .send(queryError("InvalidParameter", error.message));
      }
      return undefined;
    });
    this.#app.addHook("onSend", async (request, reply) => {
      const publication = accepted.get(request);
      if (publication !== undefined && reply.statusCode === 200) onPublish(publication);
    });
  }
}

/** A time that SQS would refuse, in SQS's words. */
class InvalidTimeError extends Error {
  override name = "InvalidTimeError";
}

const MAX_SECONDS = { DelaySeconds: 900, VisibilityTimeout: 43_200 } as const;

/** Longer than a function's shortest time limit on this machine, in seconds. */
const LEAST_VISIBILITY_S = 5;

/** The time that a queue applies where a call names none. */
interface QueueTimes {
  delaySeconds: number;
  visibilitySeconds: number;
}

/**
 * A call's body with its times divided, and with the queue's own times where it names none: the emulator knows only
 * whole seconds of its queues, but takes fractions in a call.
 * @throws {InvalidTimeError} for a time that is not a whole number, or out of bounds
 */
function scaleTimes(
  action: string,
  body: Record<string, unknown>,
  times: QueueTimes,
  timeScale: number,
): Record<string, unknown> {
  const scaled = (call: Record<string, unknown>, name: keyof typeof MAX_SECONDS, absent?: number) => {
    const seconds = checked(name, call[name]) ?? absent;
    return seconds === undefined ? call : { ...call, [name]: seconds / timeScale };
  };
  const entries = (change: (entry: Record<string, unknown>) => Record<string, unknown>) => ({
    ...body,
    Entries: (Array.isArray(body["Entries"]) ? body["Entries"] : []).map((entry: unknown) =>
      isObject(entry) ? change(entry) : entry,
    ),
  });
  switch (action) {
    case "SendMessage":
      return scaled(body, "DelaySeconds", times.delaySeconds);
    case "SendMessageBatch":
      return entries((entry) => scaled(entry, "DelaySeconds", times.delaySeconds));
    case "ReceiveMessage": {
      // A received message is processed at real speed: it must not be delivered again meanwhile.
      const least = Math.min(times.visibilitySeconds, LEAST_VISIBILITY_S) * timeScale;
      const visible = Math.max(times.visibilitySeconds, least);
      return withWait(scaled(body, "VisibilityTimeout", visible), timeScale);
    }
    case "ChangeMessageVisibility":
      return scaled(body, "VisibilityTimeout");
    case "ChangeMessageVisibilityBatch":
      return entries((entry) => scaled(entry, "VisibilityTimeout"));
    default:
      return body;
  }
}

/** Longest wait of a receipt for a message, which the emulator itself checks. */
function withWait(call: Record<string, unknown>, timeScale: number): Record<string, unknown> {
  const seconds = call["WaitTimeSeconds"];
  return typeof seconds === "number" ? { ...call, WaitTimeSeconds: seconds / timeScale } : call;
}

function checked(name: keyof typeof MAX_SECONDS, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_SECONDS[name])
    return value;
  throw new InvalidTimeError(
    `Value ${String(value)} for parameter ${name} is invalid. Reason: Must be between 0 and ${MAX_SECONDS[name]}.`,
  );
}
