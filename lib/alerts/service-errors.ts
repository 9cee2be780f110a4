/**
 * Tells officers and operations that the service reported an error, which may be about any transaction: of each project the first one
 * of an hour at once. The brief counts all of them.
 */

import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { RecordedDelivery } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { nameOf } from "../intake/notifications/notification-keys.ts";
import { inSaidOrder } from "../intake/notifications/revision-rule.ts";
import { onceAlertId } from "./alerts.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import { serviceErrorAlert } from "./messages/service-error-alert.ts";
import type { OncePublisher } from "./publisher.ts";

/** Stage, desk and topics of the messages. */
interface ServiceErrorOptions {
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
  alertsTopicArn: string;
  operationsTopicArn: string;
}

export class ServiceErrors {
  readonly #publisher: () => Pick<OncePublisher, "send">;
  readonly #options: ServiceErrorOptions;

  constructor(publisher: () => Pick<OncePublisher, "send">, options: ServiceErrorOptions) {
    this.#publisher = publisher;
    this.#options = options;
  }

  /**
   * Tells of the errors of a batch, where no message of their hour went out before.
   * @param endsAt when the last message must have been sent and noted, in milliseconds since 1970
   * @returns the deliveries of errors that could not be told: they must come again
   */
  async tell(recorded: readonly RecordedDelivery[], endsAt: number): Promise<ReadDelivery[]> {
    const errors = recorded.filter(({ delivered }) => delivered.kind === "error");
    const failed: ReadDelivery[] = [];
    for (const errorsOfHour of Map.groupBy(errors, hourOf).values())
      if (!(await this.#tellHour(errorsOfHour, endsAt)))
        failed.push(...errorsOfHour.map(({ delivery }) => delivery));
    return failed;
  }

  /** @returns whether officers and operations were told of an error of this hour, by this call or before */
  async #tellHour(errors: readonly RecordedDelivery[], endsAt: number): Promise<boolean> {
    const [first] = errors.toSorted((a, b) => inSaidOrder(a.delivered, b.delivered));
    if (first === undefined) return true;
    const { projectId } = first.delivered;
    try {
      const outcomes = [
        await this.#send("alerts", first, endsAt),
        await this.#send("operations", first, endsAt),
      ];
      return !outcomes.includes("claimed-elsewhere");
    } catch (error) {
      const about = { projectId, ...errorOrigin(error) };
      logger.error("a message about an error of the service was not sent; its delivery comes again", about);
      return false;
    }
  }

  #send(recipients: "alerts" | "operations", { delivered }: RecordedDelivery, endsAt: number) {
    const { stage, desk, alertsTopicArn, operationsTopicArn } = this.#options;
    const { projectId, receivedAt, signedAt } = delivered;
    const isForOfficers = recipients === "alerts";
    return this.#publisher().send(
      {
        id: onceAlertId(projectId, startOfHour(signedAt), `service-error#${recipients}`),
        topicArn: isForOfficers ? alertsTopicArn : operationsTopicArn,
        projectId,
        subjects: [{ key: delivered.key, revision: delivered.revision }],
        compose: (alertId, translator) =>
          serviceErrorAlert(
            { key: nameOf(delivered), receivedAt },
            { stage, projectId, desk, translator, ...(isForOfficers ? { alertId } : {}) },
          ),
      },
      endsAt,
    );
  }
}

/** The hour by the service's clock, so that a call that is sent again, as it was, is of the same hour. */
function hourOf({ delivered: { projectId, signedAt } }: RecordedDelivery): string {
  return `${projectId} ${startOfHour(signedAt)}`;
}

/** @param time ISO 8601 in UTC */
function startOfHour(time: string): string {
  return `${time.slice(0, "YYYY-MM-DDTHH".length)}:00:00.000Z`;
}
