/** Sends messages to people: recorded before, in one pace with all others of this process, and noted as sent after. */

import type { SNSClient } from "@aws-sdk/client-sns";
import type { Speaker } from "../i18n/speaker.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { count, logger } from "../platform/observe.ts";
import { expiryOf } from "../tables/expiry.ts";
import { type Recorded, recordOf } from "./alert-record.ts";
import { type AlertStore, newAlertId, type StoredAlert } from "./alerts.ts";
import type { AlertMessage } from "./message.ts";
import { Pace } from "./pace.ts";
import { publicationOf, publish, within } from "./publish.ts";

export interface PublisherOptions {
  sns: SNSClient;
  alertsTopicArn: string;
  operationsTopicArn: string;
  alerts: AlertStore;
  /** Who says it: loaded for the first message, since most cold starts have none. */
  speaker(): Promise<Speaker>;
  retentionYears: number;
  /** How many processes of the stage send to the topics concurrently; one where absent. */
  senders?: number;
  /** How many times faster than the real one the clock runs. */
  timeScale?: number;
}

/** A message for officers that is to be made. */
export interface OfficersAlert extends Recorded {
  /** Makes the message; `id` is what it is recorded under. */
  compose(id: string, speaker: Speaker): AlertMessage;
}

/** A message could not be sent in the time that there is, because others had to go before it. */
export class NoTurnError extends Error {
  override name = "NoTurnError";
  constructor() {
    super("More messages are due than the topic takes in the time that is left.");
  }
}

/** How long a record is waited for; a message goes out without one that cannot be had in time. */
const MAX_RECORD_MS = 3_000;
const RECORD_SHARE_OF_TIME = 1 / 4;

export class AlertPublisher {
  readonly #options: PublisherOptions;
  readonly #pace: Pace;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#pace = new Pace(options.senders ?? 1, options.timeScale, options.alerts);
  }

  /**
   * Records a message for officers, publishes it, and notes that it went out.
   * @param by when it must have been sent, in milliseconds since 1970
   * @returns the id that it is recorded under
   * @throws {NoTurnError} when its turn would come after `by`; and what SNS throws
   */
  async alert(alert: OfficersAlert, by: number): Promise<string> {
    const { sns, alertsTopicArn, retentionYears } = this.#options;
    await this.#turn(alertsTopicArn, by);
    const now = new Date();
    const id = newAlertId(alert.projectId, now.getTime());
    const message = alert.compose(id, await this.#options.speaker());
    const publication = publicationOf(message, { alertId: id, at: now });
    const record = recordOf(alert, id, publication, expiryOf(now, retentionYears));
    const isRecorded = await this.#record(record, by);
    try {
      await publish(sns, alertsTopicArn, publication, by);
    } catch (error) {
      if (isRecorded) await this.#settle(record, "failed", by);
      throw error;
    }
    if (isRecorded) await this.#settle(record, "sent", by);
    return id;
  }

  /** Publishes a message for operations; it is not recorded. As {@link alert} otherwise. */
  async operations(compose: (speaker: Speaker) => AlertMessage, by: number): Promise<void> {
    const { sns, operationsTopicArn, speaker } = this.#options;
    await this.#turn(operationsTopicArn, by);
    const publication = publicationOf(compose(await speaker()), { alertId: null, at: new Date() });
    await publish(sns, operationsTopicArn, publication, by);
  }

  async #turn(topicArn: string, by: number): Promise<void> {
    if (await this.#pace.turn(topicArn, by)) return;
    count("AlertFailed");
    throw new NoTurnError();
  }

  async #record(record: StoredAlert, by: number): Promise<boolean> {
    try {
      await this.#options.alerts.add(record, recordTime(by));
      return true;
    } catch (error) {
      logger.warn("an alert could not be recorded; it goes out all the same", {
        alert: record.id,
        ...errorOrigin(error),
      });
      return false;
    }
  }

  async #settle(record: StoredAlert, state: "sent" | "failed", by: number): Promise<void> {
    try {
      await this.#options.alerts.settle(record, state, new Date().toISOString(), recordTime(by));
    } catch (error) {
      logger.warn(`an alert's record could not be marked as ${state}; it stays pending`, {
        alert: record.id,
        ...errorOrigin(error),
      });
    }
  }
}

function recordTime(by: number): AbortSignal {
  return within(Math.min(MAX_RECORD_MS, (by - Date.now()) * RECORD_SHARE_OF_TIME));
}
