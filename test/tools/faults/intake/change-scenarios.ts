/** Ids that come again with other contents, and what must be alerted then. */

import {
  abroad,
  aggravated,
  dearer,
  harmless,
  illegal,
  invalid,
  manyLaws,
  notification,
  recased,
  reordered,
  repriced,
  reused,
  reworded,
  warned,
} from "./intake-bodies.ts";
import { callsLike, ids, NONE, type QueueParts } from "./queue-scenario.ts";

export const CHANGES: Readonly<Record<string, QueueParts>> = {
  "a harmless one that turns illegal": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [illegal(subject)],
  },
  "re-evaluated without anything illegal that is new": {
    before: [
      (subject) => [harmless(subject)],
      (subject) => [warned(subject)],
      (subject) => [aggravated(subject)],
    ],
    bodies: (subject) => [
      repriced(subject),
      reworded(subject),
      recased(subject),
      reordered(subject),
      { ...warned(subject, { usd: 2999 }), label: "warned at another price" },
    ],
    covers: callsLike("PutItem notifications #2", "PutItem notifications #7", "GetItem notifications #3"),
  },
  "harmless, and then to be looked at": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [warned(subject)],
    covers: callsLike("PutItem notifications #2"),
  },
  "illegal, then to be looked at, then illegal again": {
    before: [(subject) => [illegal(subject)], (subject) => [warned(subject)]],
    bodies: (subject) => [repriced(subject)],
    covers: callsLike("PutItem notifications #2", "GetItem notifications #1"),
  },
  "another transaction under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [reused(subject)],
  },
  "a harmless transaction under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [
      notification(subject, "harmless reused", { wallet: "other", transaction: 3, owner: `w-${subject}` }),
    ],
    covers: NONE,
  },
  "another amount under a used id": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [dearer(subject)],
    covers: NONE,
  },
  "a law is added, and one of another country": {
    before: [(subject) => [illegal(subject)]],
    bodies: (subject) => [aggravated(subject), abroad(subject)],
    covers: callsLike("PutItem notifications #2", "SET claims #1", "SET alert #2", "Publish alerts #1"),
  },
  "changes that say the same, all at once": {
    bodies: (subject) => [
      harmless(subject),
      illegal(subject),
      aggravated(subject),
      reordered(subject),
      repriced(subject),
      reused(subject),
    ],
    covers: callsLike(
      "PutItem notifications #2",
      "PutItem notifications #7",
      "GetItem notifications #3",
      "SET claims #1",
      "SET claims #2",
      "Publish alerts #1",
    ),
  },
  "one of 45 laws changes": {
    before: [(subject) => [manyLaws(subject, 45)]],
    bodies: (subject) => [manyLaws(subject, 45, 46)],
    covers: NONE,
  },
  "1,001 laws, of which one changes": {
    before: [(subject) => [manyLaws(subject, 1_001)]],
    bodies: (subject) => [manyLaws(subject, 1_001, 1_002)],
    covers: NONE,
  },
  "an illegal one after 55 other contents": {
    before: [
      (subject) => [harmless(subject)],
      (subject) =>
        Array.from({ length: 55 }, (_, cents) => notification(subject, `cheap ${cents}`, { usd: cents })),
    ],
    bodies: (subject) => [illegal(subject)],
    covers: NONE,
  },
  "ten ids turn illegal at once": {
    before: [(subject) => ids(subject, 10, harmless)],
    bodies: (subject) => [...ids(subject, 10, illegal), illegal(subject, { other: 90 }), invalid(subject)],
    covers: callsLike(
      "PutItem alerts #2",
      "SET alert #5",
      "SET claims #5",
      "Publish alerts #2",
      "operations #1",
    ),
  },
  "a change, with the wallets out of reach": {
    before: [(subject) => [harmless(subject)]],
    bodies: (subject) => [reused(subject)],
    outage: "wallets",
    covers: NONE,
  },
};
