/** Sends messages to people: recorded before, within the rate limit, and noted as sent after. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BEHIND_QUEUE, clientConfig } from "../aws/clients.ts";
import { errorOrigin } from "../aws/error-name.ts";
import { lazy, lazyRead } from "../aws/lazy.ts";
import { count, logger } from "../aws/observe.ts";
import { expiryOf } from "../aws/tables/expiry.ts";
import type { Language } from "../i18n/catalogue/language.ts";
import { subjectLine } from "../i18n/text/subject.ts";
import type { Translator } from "../i18n/translator.ts";
import {
  type AlertedProject,
  AlertStore,
  type AlertSubject,
  newAlertId,
  type StoredAlert,
} from "./alerts.ts";
import { type AlertMessage, testOrReal } from "./messages/message.ts";
import { type Publication, publicationOf, publish, within } from "./publish.ts";
import { RateLimit } from "./rate-limit.ts";

/** Clients and stores for sending messages. */
interface SenderOptions {
  sns: SNSClient;
  alerts: AlertStore;
  /** Translator: loaded for the first message, since most cold starts send none. */
  translator(): Promise<Translator>;
  retentionYears: number;
  rate: Pick<RateLimit, "wait">;
}

/** A message for officers that is to be made. */
export interface OfficersAlert extends Recorded {
  /** Makes the message; `id` is what it is recorded under. */
  compose(id: string, translator: Translator): AlertMessage;
}

/** A message could not be sent in the time that there is, because others had to go before it. */
export class RateLimitError extends Error {
  override name = "RateLimitError";
  constructor() {
    super("More messages are due than the topic takes in the time that is left.");
  }
}

/** Makes the message and its record, which says that it has not gone out yet. */
async function composed(alert: OfficersAlert, id: string, now: Date, options: SenderOptions) {
  const message = testOrReal(alert.compose(id, await options.translator()));
  const publication = publicationOf(message, { alertId: id, at: now });
  return {
    publication,
    record: recordOf(alert, id, publication, expiryOf(now, options.retentionYears)),
  };
}

interface PublisherOptions extends SenderOptions {
  alertsTopicArn: string;
  operationsTopicArn: string;
}

/** Longest wait for a record; a message goes out without one that does not come in time. */
const MAX_RECORD_MS = 3_000;
const RECORD_SHARE_OF_TIME = 1 / 4;

export class AlertPublisher {
  readonly #options: PublisherOptions;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /**
   * Records a message for officers, publishes it, and notes that it went out.
   * @param endsAt when it must have been sent, in milliseconds since 1970
   * @returns the id that it is recorded under
   * @throws {RateLimitError} when it could only go after `endsAt`; and what SNS throws
   */
  async alert(alert: OfficersAlert, endsAt: number): Promise<string> {
    const { sns, alertsTopicArn, alerts } = this.#options;
    await this.#wait(alertsTopicArn, endsAt);
    const now = new Date();
    const id = newAlertId(alert.projectId, now.getTime());
    const { publication, record } = await composed(alert, id, now, this.#options);
    const isRecorded = await isDone(alerts.add(record, recordTime(endsAt)), id, RECORD_FAILED);
    const settle = async (state: "sent" | "failed") => {
      if (isRecorded) await isDone(alerts.settle(record, state, recordTime(endsAt)), id, SETTLE_FAILED);
    };
    try {
      await publish(sns, alertsTopicArn, publication, endsAt);
    } catch (error) {
      await settle("failed");
      throw error;
    }
    await settle("sent");
    return id;
  }

  /** Publishes a message for operations; it is not recorded. As {@link alert} otherwise. */
  async operations(compose: (translator: Translator) => AlertMessage, endsAt: number): Promise<void> {
    const { sns, operationsTopicArn, translator } = this.#options;
    await this.#wait(operationsTopicArn, endsAt);
    const message = testOrReal(compose(await translator()));
    const publication = publicationOf(message, { alertId: null, at: new Date() });
    await publish(sns, operationsTopicArn, publication, endsAt);
  }

  async #wait(topicArn: string, endsAt: number): Promise<void> {
    if (await this.#options.rate.wait(topicArn, endsAt)) return;
    count("AlertFailed");
    throw new RateLimitError();
  }
}

const RECORD_FAILED = "an alert could not be recorded; it goes out all the same";
const SETTLE_FAILED = "what became of an alert could not be noted; its record stays pending";

/** Waits for a call without which a message goes out all the same. @returns whether it succeeded */
async function isDone(call: Promise<unknown>, alert: string, warning: string): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    logger.warn(warning, { alert, ...errorOrigin(error) });
    return false;
  }
}

function recordTime(endsAt: number): AbortSignal {
  return within(Math.min(MAX_RECORD_MS, (endsAt - Date.now()) * RECORD_SHARE_OF_TIME));
}

/** A message that goes out once, however many functions want to send it, and however often it is begun. */
export interface OnceAlert extends OfficersAlert {
  /** The same for all who send it: `onceAlertId`. */
  id: string;
  /** The topic that it goes to, an ARN. */
  topicArn: string;
}

/** Outcome: `claimed-elsewhere` is just being sent by another call, which may still fail. */
export type OnceOutcome = "sent" | "sent before" | "claimed-elsewhere";

/** Share of the time that is kept to note that a message went out: without the note it would go out again. */
const NOTE_SHARE_OF_TIME = 1 / 3;

/** Limit of one try to note it, and the pause between two, in milliseconds. */
const MAX_NOTE_MS = 3_000;
const NOTE_PAUSE_MS = 250;

/** Its client of SNS tries a call once: where an answer is lost, each try would be another message. */
export class OncePublisher {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Claims a message, publishes it, and notes that it went out. What fails, or is `claimed-elsewhere`, is sent by being asked for again:
   * at once where SNS refused it, and else from `endsAt` on. A message comes twice only where SNS had it and that could not be
   * noted: the function died between the two, SNS's answer was lost, or the table refused the note until `endsAt`.
   * @param endsAt when the message must have been sent and noted, in milliseconds since 1970: within the invocation's time
   * @throws {RateLimitError} when it could only go too late; what DynamoDB throws for the claim, and SNS
   */
  async send(alert: OnceAlert, endsAt: number): Promise<OnceOutcome> {
    const { sns, alerts, rate } = this.#options;
    const inTime = endsAt - (endsAt - Date.now()) * NOTE_SHARE_OF_TIME;
    if (!(await rate.wait(alert.topicArn, inTime))) throw new RateLimitError();
    const now = new Date();
    const { publication, record } = await composed(alert, alert.id, now, this.#options);
    const claimed = { ...record, claim: { id: randomUUID(), until: new Date(endsAt).toISOString() } };
    const outcome = await alerts.claim(claimed, now.toISOString());
    if (outcome !== "ours") return outcome === "sent" ? "sent before" : "claimed-elsewhere";
    try {
      await publish(sns, alert.topicArn, publication, inTime);
    } catch (error) {
      await this.#note(claimed, "failed", endsAt);
      throw error;
    }
    await this.#note(claimed, "sent", endsAt);
    return "sent";
  }

  /** Tries until another call may claim it. */
  async #note(record: StoredAlert, state: "sent" | "failed", endsAt: number): Promise<void> {
    for (;;) {
      try {
        // Half of what is left at most, or one answer that never comes would leave no time for another try.
        const signal = within(Math.min(MAX_NOTE_MS, (endsAt - Date.now()) / 2));
        await this.#options.alerts.settle(record, state, signal);
        return;
      } catch (error) {
        if (Date.now() + NOTE_PAUSE_MS < endsAt) {
          await sleep(NOTE_PAUSE_MS);
          continue;
        }
        const about = { alert: record.id, ...errorOrigin(error) };
        logger.error(`a message's record could not be marked as ${state}; it stays pending`, about);
        return;
      }
    }
  }
}

/** The part of a function's environment that says how messages are sent. */
interface SenderEnvironment {
  ALERTS_TABLE: string;
  RETENTION_YEARS: number;
  LANGUAGE: Language;
  TIME_ZONE: string;
}

export interface AlertingEnvironment extends SenderEnvironment {
  ALERTS_TOPIC_ARN: string;
  OPERATIONS_TOPIC_ARN: string;
}

/** One for all publishers of a process: SNS counts all messages of a topic together. */
const RATE_OF_PROCESS = new RateLimit();

/** @returns gives the publisher, always the same one */
export function lazyPublisher(
  environment: AlertingEnvironment,
  database: DynamoDBDocumentClient,
): () => AlertPublisher {
  return lazy(() => {
    const alerts = new AlertStore(database, environment.ALERTS_TABLE);
    return new AlertPublisher({
      sns: new SNSClient(clientConfig(BEHIND_QUEUE)),
      alertsTopicArn: environment.ALERTS_TOPIC_ARN,
      operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
      rate: RATE_OF_PROCESS,
      ...recordsOf(environment, alerts),
    });
  });
}

/** @returns as {@link lazyPublisher}, with the records of the messages */
export function oncePublishing(environment: SenderEnvironment, database: DynamoDBDocumentClient) {
  const alerts = new AlertStore(database, environment.ALERTS_TABLE);
  const publisher = lazy(
    () =>
      new OncePublisher({
        sns: new SNSClient(clientConfig({ ...BEHIND_QUEUE, attempts: 1 })),
        rate: RATE_OF_PROCESS,
        ...recordsOf(environment, alerts),
      }),
  );
  return { alerts, publisher };
}

function recordsOf({ LANGUAGE, TIME_ZONE, RETENTION_YEARS }: SenderEnvironment, alerts: AlertStore) {
  const translator = lazyRead(async () => {
    const { translatorOf } = await import("../i18n/translator.ts");
    return translatorOf(LANGUAGE, TIME_ZONE);
  });
  return { alerts, translator, retentionYears: RETENTION_YEARS };
}

/** Topic of a message. */
interface Recorded {
  projectId: AlertedProject;
  /** Its subjects, the worst first. */
  subjects: readonly AlertSubject[];
}

/** DynamoDB takes items of 400 KB; a message has at most 256 KB. */
const MAX_SUBJECT_CHARACTERS = 100_000;

/** The record of a message that has not gone out yet. */
function recordOf(
  { projectId, subjects }: Recorded,
  id: string,
  { message: { subject, attributes }, texts }: Publication,
  expiresAt: number,
): StoredAlert {
  const listed: AlertSubject[] = [];
  let characters = 0;
  for (const subject of subjects) {
    characters += JSON.stringify(subject).length;
    if (characters > MAX_SUBJECT_CHARACTERS) break;
    listed.push(subject);
  }
  return {
    projectId: String(projectId),
    id,
    kind: attributes.kind,
    state: "pending",
    subjects: listed,
    ...(listed.length < subjects.length ? { subjectCount: subjects.length } : {}),
    message: {
      subject: subjectLine(subject),
      ...Object.fromEntries(texts.map(({ channel, text }) => [channel.name, text])),
    },
    expiresAt,
  };
}
