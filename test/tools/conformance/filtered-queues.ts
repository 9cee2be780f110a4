/** Queues behind the filters of docs/reference/events.md: each gets what fits of a mix of events, all of it, and nothing else. */

import { Ajv2020 } from "ajv/dist/2020.js";
import alertEventSchema from "../../../lib/alerts/event/alert-event.schema.json" with { type: "json" };
import { type AlertEvent, alertEvent } from "../../../lib/alerts/event/event-schema.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { AlertQueue } from "./alert-queue.ts";
import { expectSame } from "./expect.ts";

interface Filter {
  policy: Record<string, string[]>;
  fits: (event: AlertEvent) => boolean;
}

/** Of Mexican law, or perhaps: the body of a quarantined one may be of any country. */
const mayBeMexican = ({ kind, subjects }: AlertEvent) =>
  kind === "quarantine" ||
  subjects.some(
    (one) => one.type === "transaction" && one.laws.some(({ countryCode }) => countryCode === "MX"),
  );

const FILTERS: readonly Filter[] = [
  { policy: { projectId: ["2"] }, fits: ({ projectId }) => projectId === "2" },
  { policy: { risk: ["illegal"] }, fits: ({ risk }) => risk === "illegal" },
  {
    policy: { kind: ["notification"], risk: ["illegal"] },
    fits: ({ kind, risk }) => kind === "notification" && risk === "illegal",
  },
  {
    policy: { projectId: ["2"], kind: ["quarantine"] },
    fits: ({ projectId, kind }) => projectId === "2" && kind === "quarantine",
  },
  { policy: { countries: ["MX", "*"] }, fits: mayBeMexican },
  {
    policy: { kind: ["wallet", "daily-brief"] },
    fits: ({ kind }) => kind === "wallet" || kind === "daily-brief",
  },
];

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(alertEventSchema);

export class FilteredQueues {
  readonly #all = new AlertQueue();
  readonly #filtered = FILTERS.map((filter) => ({ ...filter, queue: new AlertQueue() }));

  async subscribe(name: string, topicArn: string): Promise<void> {
    await this.#all.subscribe(`${name}-all`, topicArn);
    for (const [index, { queue, policy }] of this.#filtered.entries())
      await queue.subscribe(`${name}-filtered-${index}`, topicArn, policy);
  }

  /** Compares what came to each queue with what came to the one without a filter. */
  async check(): Promise<void> {
    const all = await this.#all.events();
    const events = all.map((event) => alertEvent.parse(event));
    expectSame(
      "events unlike their schema",
      all.filter((event) => !validate(event)),
      [],
    );
    const kinds = [...new Set(events.map(({ kind, projectId }) => `${kind} of ${projectId}`))];
    expectSame("kinds of events", kinds.toSorted(), KINDS);
    for (const { policy, fits, queue } of this.#filtered) {
      const found = (await queue.events()).map((event) => nameOf(alertEvent.parse(event)));
      expectSame(JSON.stringify(policy), found.toSorted(), events.filter(fits).map(nameOf).toSorted());
    }
  }

  async remove(): Promise<void> {
    for (const queue of [this.#all, ...this.#filtered.map((one) => one.queue)]) await queue.remove();
  }
}

/** Messages from {@link mixedBodies} of two projects, and from a scan of the first with a wallet above the alert score. */
const KINDS = ["notification of 1", "notification of 2", "quarantine of 1", "quarantine of 2", "wallet of 1"];

function nameOf({ alertId, kind, projectId }: AlertEvent): string {
  return `${kind} ${projectId} ${alertId}`;
}

/** Bodies of a project in two rounds: an illegal one, one that turns illegal, one that is not understood and says illegal. */
export function mixedBodies(projectId: number, firstId: number): readonly [string[], string[]] {
  const text = (id: number, inflictedLaws: unknown[]) =>
    JSON.stringify(notificationBody({ id, projectId, inflictedLaws }));
  return [
    [text(firstId, [LFPIORPI]), text(firstId + 1, [FINTECH_LAW])],
    [
      text(firstId + 1, [LFPIORPI]),
      text(firstId + 2, [{ ...LFPIORPI, countryCode: "BR", country: "brazil" }]),
      text(firstId + 3, [{ risk: "illegal" }]),
    ],
  ];
}
