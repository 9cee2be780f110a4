/** Tells operations once of each key that the contract does not know: a valid body with one may say something that no rule reads. */

import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { RecordedDelivery } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { onceAlertId } from "./alerts.ts";
import { unknownKeyAlert } from "./messages/unknown-key-alert.ts";
import type { OnceAlert, OncePublisher } from "./publisher.ts";

/** Keys of which a call tells, so that no sender fills its time; the others are told when their deliveries come again. */
const MOST_KEYS = 3;

/** A key is told once, whenever that is. */
const EVER = "1970-01-01T00:00:00.000Z";

export class UnknownKeys {
  /** Keys that were told, as far as this process knows. */
  readonly #told = new Set<string>();
  readonly #publisher: () => Pick<OncePublisher, "send">;
  readonly #about: { stage: string; topicArn: string };

  /** @param about.topicArn that of operations */
  constructor(publisher: () => Pick<OncePublisher, "send">, about: { stage: string; topicArn: string }) {
    this.#publisher = publisher;
    this.#about = about;
  }

  /**
   * Tells of the keys of a batch.
   * @param endsAt when the last message must have been sent and noted, in milliseconds since 1970
   * @returns the deliveries with a key of which it could not tell: they must come again
   */
  async tell(recorded: readonly RecordedDelivery[], endsAt: number): Promise<ReadDelivery[]> {
    const { stage, topicArn } = this.#about;
    const unknownKeys = recorded.flatMap(({ delivered: { projectId }, delivery }) =>
      delivery.unknownKeys.map((key) => ({
        delivery,
        projectId,
        key,
        id: onceAlertId(projectId, EVER, `unknown-key#${key}`),
      })),
    );
    const isUntold = ({ id }: { id: string }) => !this.#told.has(id);
    const fresh = new Map(unknownKeys.filter(isUntold).map((unknown) => [unknown.id, unknown]));
    for (const { id, projectId, key } of [...fresh.values()].slice(0, MOST_KEYS)) {
      try {
        const compose: OnceAlert["compose"] = (_id, translator) =>
          unknownKeyAlert(key, { stage, projectId, translator });
        const outcome = await this.#publisher().send(
          { id, topicArn, projectId, subjects: [], compose },
          endsAt,
        );
        if (outcome !== "claimed-elsewhere") this.#told.add(id);
      } catch (error) {
        const about = { projectId, ...errorOrigin(error) };
        logger.warn("operations could not be told of an unknown key; its delivery comes again", about);
        break;
      }
    }
    return [...new Set(unknownKeys.filter(isUntold).map(({ delivery }) => delivery))];
  }
}
