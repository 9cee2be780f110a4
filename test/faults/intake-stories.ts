/** What can come to the webhook endpoint and to its queue, and what must be in the tables and on the topics then. */

import type { Intake } from "./intake.ts";
import { harmless, illegal, invalid, respelled, serviceError } from "./intake-bodies.ts";
import type { Posted } from "./intake-model.ts";
import { callsOf, isSecret, type Story } from "./story.ts";
import type { Violation } from "./violation.ts";

type Bodies = (subject: string) => Posted[];

/** Bodies that are posted at the door; the service posts them again until the door accepts them. */
export function doorStories(intake: Intake): Story[] {
  const story = (name: string, body: (subject: string) => Posted): Story => ({
    name,
    strikes: callsOf("ReceiveWebhook"),
    act: (subject) => intake.post(subject, body(subject)),
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  });
  const posted = story("an illegal one is posted", (subject) => illegal(subject));
  return [
    posted,
    story("what is not the contract is posted", (subject) => invalid(subject)),
    {
      ...posted,
      name: "an illegal one is posted, at a cold door",
      strikes: isSecret,
      cold: ["ReceiveWebhook"],
    },
  ];
}

/**
 * Bodies that the queue has taken.
 * @param settle waits until a subject's bodies are where they belong
 */
export function queueStories(intake: Intake, settle: (subject: string) => Promise<Violation[]>): Story[] {
  const story = (name: string, bodies: Bodies, before?: Bodies): Story => ({
    name,
    strikes: callsOf("StoreNotifications"),
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
    story("an illegal one", (subject) => [illegal(subject)]),
    story(
      "the same again, spelled otherwise",
      (subject) => [respelled(subject)],
      (subject) => [illegal(subject)],
    ),
    story(
      "another content, and worse",
      (subject) => [illegal(subject)],
      (subject) => [harmless(subject)],
    ),
    story(
      "a known wallet's new owner",
      (subject) => [harmless(subject, { other: 2, owner: `v-${subject}` })],
      (subject) => [harmless(subject)],
    ),
    story("what is not the contract", (subject) => [invalid(subject)]),
    story("an error of the service", (subject) => [serviceError(subject)]),
    story("four at once", (subject) => [
      illegal(subject),
      illegal(subject, { other: 1 }),
      harmless(subject, { other: 2 }),
      invalid(subject, { other: 3 }),
    ]),
  ];
}
