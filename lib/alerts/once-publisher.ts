/** Sends messages that go out once, however many functions want to send them, and however often they are begun. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SNSClient } from "@aws-sdk/client-sns";
import type { Speaker } from "../i18n/speaker.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import { expiryOf } from "../tables/expiry.ts";
import { recordOf } from "./alert-record.ts";
import type { ClaimedAlert, OnceAlertStore } from "./once-alerts.ts";
import { Pace } from "./pace.ts";
import { publicationOf, publish, within } from "./publish.ts";
import { NoTurnError, type OfficersAlert } from "./publisher.ts";

export interface OncePublisherOptions {
  /** One that tries a call once: where an answer is lost, each try would be another message. */
  sns: SNSClient;
  alerts: OnceAlertStore;
  /** Who says it: loaded for the first message. */
  speaker(): Promise<Speaker>;
  retentionYears: number;
  /** How many times faster than the real one the clock runs. */
  timeScale?: number;
}

export interface OnceAlert extends OfficersAlert {
  /** The same whoever sends it: `onceAlertId`. */
  id: string;
  /** The topic that it goes to, an ARN. */
  topicArn: string;
}

/** What became of a message: `theirs` is just being sent by another call, which may still fail. */
export type OnceOutcome = "sent" | "sent before" | "theirs";

/** Of the time that there is, this part is kept to note that a message went out: unnoted it would go out again. */
const NOTE_SHARE_OF_TIME = 1 / 3;

/** How long one try to note it takes, and what lies between two, in milliseconds. */
const MAX_NOTE_MS = 3_000;
const NOTE_PAUSE_MS = 250;

/** What goes out once comes from one process, with one message a second: those that alert have the others. */
const ALONE = 8;

export class OncePublisher {
  readonly #options: OncePublisherOptions;
  readonly #pace: Pace;

  constructor(options: OncePublisherOptions) {
    this.#options = options;
    this.#pace = new Pace(ALONE, options.timeScale);
  }

  /**
   * Claims a message, publishes it, and notes that it went out. What fails, or is `theirs`, is sent by being asked for again:
   * at once where SNS refused it, and else from `by` on. A message comes twice only where SNS had it and that could not be
   * noted: the function died between the two, SNS's answer was lost, or the table refused the note until `by`.
   * @param by when the message must have been sent and noted, in milliseconds since 1970: within the invocation's time
   * @throws {NoTurnError} when its turn would come too late; what DynamoDB throws for the claim, and SNS
   */
  async send(alert: OnceAlert, by: number): Promise<OnceOutcome> {
    const { sns, alerts, retentionYears, speaker } = this.#options;
    const inTime = by - (by - Date.now()) * NOTE_SHARE_OF_TIME;
    if (!(await this.#pace.turn(alert.topicArn, inTime))) throw new NoTurnError();
    const now = new Date();
    const publication = publicationOf(alert.compose(alert.id, await speaker()), {
      alertId: alert.id,
      at: now,
    });
    const record = {
      ...recordOf(alert, alert.id, publication, expiryOf(now, retentionYears)),
      claim: { id: randomUUID(), until: new Date(by).toISOString() },
    };
    const outcome = await alerts.claim(record, now.toISOString());
    if (outcome !== "ours") return outcome === "sent" ? "sent before" : "theirs";
    try {
      await publish(sns, alert.topicArn, publication, inTime);
    } catch (error) {
      await this.#note(record, "failed", by);
      throw error;
    }
    await this.#note(record, "sent", by);
    return "sent";
  }

  /** Tries as long as nobody else may claim it. */
  async #note(record: ClaimedAlert, state: "sent" | "failed", by: number): Promise<void> {
    for (;;) {
      try {
        // Half of what is left at most, or one answer that never comes would leave no time for another try.
        const signal = within(Math.min(MAX_NOTE_MS, (by - Date.now()) / 2));
        await this.#options.alerts.settle(record, state, new Date().toISOString(), signal);
        return;
      } catch (error) {
        if (Date.now() + NOTE_PAUSE_MS < by) {
          await sleep(NOTE_PAUSE_MS);
          continue;
        }
        logger.error(`a message's record could not be marked as ${state}; it stays pending`, {
          alert: record.id,
          ...errorOrigin(error),
        });
        return;
      }
    }
  }
}
