/** What can come to the webhook endpoint and to its queue, and what must be in the tables and on the topics then. */

import type { Intake } from "./intake.ts";
import { harmless, illegal, invalid, respelled, serviceError } from "./intake-bodies.ts";
import type { Posted } from "./intake-model.ts";
import { callsOf, isSecret, type Scenario } from "./scenario.ts";
import type { Violation } from "./violation.ts";

type Bodies = (subject: string) => Posted[];

/** Bodies that are posted at the endpoint; the service posts them again until they are accepted. */
export function endpointScenarios(intake: Intake): Scenario[] {
  const scenario = (name: string, body: (subject: string) => Posted): Scenario => ({
    name,
    covers: callsOf("ReceiveWebhook"),
    act: (subject) => intake.post(subject, body(subject)),
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  });
  const posted = scenario("an illegal one is posted", (subject) => illegal(subject));
  return [
    posted,
    scenario("what is not the contract is posted", (subject) => invalid(subject)),
    {
      ...posted,
      name: "an illegal one is posted, at a cold endpoint",
      covers: isSecret,
      cold: ["ReceiveWebhook"],
    },
  ];
}

/**
 * Bodies that the queue has taken.
 * @param settle waits until a subject's bodies are where they belong
 */
export function queueScenarios(
  intake: Intake,
  settle: (subject: string) => Promise<Violation[]>,
): Scenario[] {
  const scenario = (name: string, bodies: Bodies, before?: Bodies): Scenario => ({
    name,
    covers: callsOf("StoreNotifications"),
    async prepare(subject) {
      if (before === undefined) return [];
      await enqueue(subject, before(subject));
      return settle(subject);
    },
    act: (subject) => enqueue(subject, bodies(subject)),
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  });

  async function enqueue(subject: string, bodies: readonly Posted[]): Promise<void> {
    await Promise.all(bodies.map((body) => intake.enqueue(subject, body)));
  }

  return [
    scenario("an illegal one", (subject) => [illegal(subject)]),
    scenario(
      "the same again, spelled otherwise",
      (subject) => [respelled(subject)],
      (subject) => [illegal(subject)],
    ),
    scenario(
      "another content, and worse",
      (subject) => [illegal(subject)],
      (subject) => [harmless(subject)],
    ),
    scenario(
      "a known wallet's new owner",
      (subject) => [harmless(subject, { other: 2, owner: `v-${subject}` })],
      (subject) => [harmless(subject)],
    ),
    scenario("what is not the contract", (subject) => [invalid(subject)]),
    scenario("an error of the service", (subject) => [serviceError(subject)]),
    scenario("four at once", (subject) => [
      illegal(subject),
      illegal(subject, { other: 1 }),
      harmless(subject, { other: 2 }),
      invalid(subject, { other: 3 }),
    ]),
  ];
}
