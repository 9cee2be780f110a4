/** Deliveries of the webhook queue, changes aside. */

import {
  aggravated,
  harmless,
  illegal,
  invalid,
  invalidSelfDeclared,
  ofNoProject,
  respelled,
  selfDeclared,
  serviceError,
  shared,
} from "./intake-bodies.ts";
import { callsLike, callsWith, NONE, type QueueParts } from "./queue-scenario.ts";

export const DELIVERIES: Readonly<Record<string, QueueParts>> = {
  "an illegal one": { bodies: (subject) => [illegal(subject)] },
  "the same again, spelled otherwise": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [respelled(subject)],
  },
  "25 deliveries of one content at once": {
    bodies: (subject) => Array.from({ length: 25 }, () => illegal(subject)),
    // The count of a repeat depends on the batches; the next scenario is sure of it.
    covers: callsLike("PutItem notifications #1", "SET alert #1", "Publish alerts #1"),
  },
  "a repeat that the queue hands out again": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => Array.from({ length: 23 }, () => illegal(subject)),
    again: true,
    covers: callsWith("notifications SET"),
  },
  "a known wallet's new owner": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [harmless(subject, { other: 2, owner: `v-${subject}` })],
  },
  "owners seen in another order than they come": {
    before: [
      (subject) => [[harmless(subject), { agoMs: 2_000 }]],
      (subject) => [[harmless(subject, { other: 2, owner: `v-${subject}` }), { agoMs: 1_000 }]],
      (subject) => [harmless(subject, { other: 3 })],
    ],
    bodies: (subject) => [
      [harmless(subject, { other: 4, owner: `w-${subject}` }), { agoMs: 1_500 }],
      [harmless(subject, { other: 5, owner: `v-${subject}` }), { agoMs: 500 }],
    ],
    covers: callsWith("wallets"),
  },
  "a wallet of two that was taken out and comes again with one of them": {
    before: [(subject) => [illegal(subject), shared(subject)]],
    walletsRemoved: true,
    bodies: (subject) => [harmless(subject, { other: 2 })],
    covers: callsWith("wallets"),
  },
  "what is not the contract": { bodies: (subject) => [invalid(subject)] },
  "what is not the contract, again": {
    before: [(subject) => [invalid(subject)]],
    bodies: (subject) => [invalid(subject), invalidSelfDeclared(subject)],
    covers: NONE,
  },
  "an error of the service": { bodies: (subject) => [serviceError(subject)] },
  "a rehearsal, and then the real one": {
    before: [(subject) => [[illegal(subject), { rehearsal: true }]]],
    bodies: (subject) => [illegal(subject), [invalid(subject), { rehearsal: true }]],
    covers: callsLike("PutItem notifications #1", "Publish alerts #1", "SET alert #1"),
  },
  "a rehearsal and real ones at once": {
    bodies: (subject) => [
      [illegal(subject), { rehearsal: true }],
      [aggravated(subject), { rehearsal: true }],
      illegal(subject, { other: 1 }),
      illegal(subject),
    ],
    covers: callsLike("Publish alerts #2"),
  },
  "one that calls itself a rehearsal without proof": {
    bodies: (subject) => [selfDeclared(subject), invalidSelfDeclared(subject)],
    covers: callsLike("Publish alerts #1"),
  },
  "a real one after one that calls itself a rehearsal": {
    before: [(subject) => [selfDeclared(subject)]],
    bodies: (subject) => [illegal(subject)],
    covers: NONE,
  },
  "bodies of no project, and of one that has left": {
    bodies: (subject) => [
      [ofNoProject(subject, { filedUnder: 0 }), { projectId: null }],
      [illegal(subject, { projectId: 9 }), { projectId: 9 }],
      [ofNoProject(subject, { other: 1 }), { projectId: 1 }],
      [illegal(subject, { other: 2, projectId: 2 }), { projectId: null }],
    ],
    covers: callsLike("Publish alerts #3", "operations #1"),
  },
  "four at once": {
    bodies: (subject) => [
      illegal(subject),
      illegal(subject, { other: 1 }),
      harmless(subject, { other: 2 }),
      invalid(subject, { other: 3 }),
    ],
    covers: callsLike(
      "PutItem notifications #2",
      "SET alert #2",
      "PutItem alerts #2",
      "Publish alerts #1",
      "Publish alerts #2",
      "operations #1",
    ),
  },
  "an illegal one, with the wallets out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "wallets",
    covers: callsLike("Publish alerts #1", "SET alert #1", "SET state #1"),
  },
  "an illegal one, with the chains out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "chains",
    covers: callsLike("Publish alerts #1", "SET alert #1"),
  },
  "an illegal one, with the rates out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "rates",
    covers: callsLike("Query rates #1", "Publish alerts #1", "SET alert #1"),
  },
  "an illegal one, with the alert records out of reach": {
    bodies: (subject) => [illegal(subject)],
    outage: "alerts",
    covers: callsLike("Publish alerts #1", "SET alert #1"),
  },
};
