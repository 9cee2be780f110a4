/**
 * The event that queues, functions and streams are sent of every message: version 1. `alert-event.schema.json` beside
 * it is the same as JSON Schema. Fields and kinds are only ever added; what would break a reader is another version.
 */

import * as z from "zod/mini";

/** Fields that several subjects of an event share. */
const about = (description: string) => z.describe(description);

const text = z.string();
const digits = z.string().check(z.regex(/^\d+$/));
const count = z.int().check(z.minimum(0));
const time = z.iso.datetime();
const risk = z.enum(["none", "warn", "illegal"]);
const link = z
  .nullable(text)
  .check(about("The page in the chain's block explorer; null where the chain or its explorer is not known."));

const deskPage = z
  .optional(text)
  .check(
    about(
      "The page of its case at the desk, or its own; absent where none is deployed, or where the link would name what is withheld.",
    ),
  );

const withheld = z
  .array(text)
  .check(
    about(
      "Fields that are null because what stood there looks like personal data, cannot be seen whole, or is over 128 characters.",
    ),
  );
const userId = z.nullable(text).check(about("The user's id in your own system; null where none is known."));
const chain = z.object({
  id: digits,
  name: z.nullable(text).check(about("As the service names it; null where its list is not known yet.")),
});
const notificationKey = text.check(about("As `vigia notifications show` takes it."));

const deskLinks = z.optional(z.object({ desk: deskPage })).check(about("Absent where no desk is deployed."));

/** A law that the service says is broken, or may be. */
const law = z.object({
  name: text,
  risk: z.enum(["warn", "illegal"]),
  country: text,
  countryCode: text,
});
export type EventLaw = z.infer<typeof law>;

/** Times to decisions, as the daily brief tells them. */
const times = z
  .object({
    count,
    medianSeconds: z.nullable(count).check(about("At most this for half of them.")),
    longestSeconds: z.nullable(count),
  })
  .check(about("Counts and times alone: nothing says what was decided."));

const briefSubject = z.object({
  type: z.literal("brief"),
  key: text.check(about("The last of the days that it covers, YYYY-MM-DD, where the officers are.")),
  from: time.check(about("A day before its end, or up to seven where no brief went out in between.")),
  to: time.check(about("Not included.")),
  projectIds: z.array(digits),
  flagged: count.check(
    about(
      "Cases of flagged transactions, received on these days; those that officers opened about others are not among them.",
    ),
  ),
  revised: count.check(
    about("Cases of which the service gave other laws, another time or another price on these days."),
  ),
  revisedDecided: count.check(
    about(
      "Decided cases that the service revised since, until an officer confirms the decision or reopens the case.",
    ),
  ),
  unreadable: count.check(about("Cases of unreadable messages, received on these days.")),
  laws: z
    .array(z.object({ name: text, countryCode: text, count }))
    .check(about("The first 50 laws of these cases, the one with the most cases first.")),
  lawCount: count,
  errors: count.check(about("What the service reported of itself.")),
  thresholdAlerts: count.check(about("Alerts about wallets in the last scan of each project.")),
  toDecision: times,
  undecided: z
    .object({
      count,
      oldest: z.nullable(time),
      sanctions: count,
      over48Hours: count,
      overdue: count,
      dueWithinWeek: count,
      notices: z
        .object({ pending: count, overdue: count })
        .check(about("Cases of which a 24-hour notice is pending, also of those that are decided.")),
    })
    .check(about("When the brief was made.")),
  atLeast: z
    .boolean()
    .check(about("Whether there was more to count than is read: every number is then a lower bound.")),
  scans: z.array(
    z.object({
      projectId: digits,
      state: z.enum(["none", "fine", "unfinished", "old", "poor", "late"]),
      coverage: z
        .nullable(count)
        .check(about("In percent of the known wallets; null of a run that has not completed.")),
      exceeded: count,
    }),
  ),
  webhooks: z
    .array(
      z.object({
        projectId: digits,
        state: z.enum(["none", "recent", "quiet"]),
        at: z.nullable(time).check(about("Null where none was received.")),
      }),
    )
    .check(about("Each project's last new message from the service; quiet if more than seven days ago.")),
  waiting: z.object({ quarantined: count, webhook: count, scan: count }),
  seal: z
    .nullable(z.object({ day: text, digest: text }))
    .check(
      about(
        "The last seal, over the one before and every event of cases recorded since: its last UTC day, and its SHA-256 in hexadecimal. Null where it cannot be read.",
      ),
    ),
  links: deskLinks,
});

const revision = z.object({
  newLaws: z
    .array(law)
    .check(about("The first 50 laws that flag it and did not in the revision that was current before.")),
  newLawCount: count,
  before: z.object({
    risk: z
      .nullable(risk)
      .check(about("The most severe that the revision before said; null where it cannot be read.")),
    receivedAt: time.check(about("Receipt of the revision before.")),
  }),
});

const openedCase = z.object({
  dueAt: z.nullable(time).check(about("Null where nothing is known to be due; it may have passed.")),
  isReopened: z.boolean().check(about("Whether it was decided, and is open again.")),
});

const transactionSubject = z.object({
  type: z.literal("transaction"),
  key: notificationKey.check(
    about(
      "<project>#<id>#<transaction>, the same for all that comes of it, as `vigia notifications show` takes it.",
    ),
  ),
  userId,
  wallet: z.nullable(text).check(about("The address.")),
  chain,
  txHash: z.nullable(text),
  amount: z.object({
    value: digits.check(about("Exact, in the token's smallest unit.")),
    decimals: z.int(),
    units: text.check(about("The same, exact, in whole tokens: 1.5.")),
    symbol: text,
    token: z.nullable(text).check(about("The token's contract; null for the chain's own coin.")),
  }),
  usd: z.nullable(text).check(about("A decimal number as it was sent; null where none was.")),
  risk,
  laws: z
    .array(law)
    .check(
      about(
        "The first 50 of those that the service names now or has withdrawn, those that are illegal first.",
      ),
    ),
  lawCount: count.check(about("How many laws there are, listed or not.")),
  withdrawnLaws: z
    .array(law)
    .check(about("The first 50 of these laws under which the service does not flag it any more.")),
  withdrawnLawCount: count,
  happenedAt: time,
  receivedAt: time,
  links: z.object({ transaction: link, wallet: link, desk: deskPage }),
  revision: z.nullable(revision).check(about("Null where it is the first revision of its notification.")),
  case: z.nullable(openedCase).check(about("Null where it has none.")),
  withheld,
});
export type TransactionSubject = z.infer<typeof transactionSubject>;

const walletSubject = z.object({
  type: z.literal("wallet"),
  key: z.nullable(text).check(about("<project>#<address>#<chain>.")),
  userId,
  wallet: z.nullable(text).check(about("The address.")),
  chain,
  score: z.nullable(z.number()),
  previousScore: z.nullable(z.number()),
  exceedances: z
    .array(z.enum(["above", "rise", "suspicious"]))
    .check(
      about(
        "Why there is an alert: the score is now above the alert score, rose steeply, or suspicious activity is new.",
      ),
    ),
  level: z.nullable(text).check(about("The service's own word.")),
  reason: z.nullable(text),
  suspicious: z.nullable(z.boolean()),
  status: z
    .nullable(z.object({ status: text, at: time }))
    .check(about("The compliance status; null where it was not asked for or did not come in time.")),
  scannedAt: z.nullable(text),
  links: z.object({ wallet: link, desk: deskPage }),
  withheld,
});
export type WalletSubject = z.infer<typeof walletSubject>;

const quarantinedSubject = z.object({
  type: z.literal("quarantined"),
  key: notificationKey,
  receivedAt: time,
  issues: z
    .array(z.object({ path: text, message: text }))
    .check(about("The first five, by path and never by value.")),
  issueCount: count,
  links: deskLinks,
});

const serviceErrorSubject = z.object({
  type: z.literal("service-error"),
  key: notificationKey.check(
    about(
      "Of the error, as `vigia notifications show` takes it; its text may name a person and is left out.",
    ),
  ),
  receivedAt: time,
  links: deskLinks,
});

const unknownKeySubject = z.object({
  type: z.literal("unknown-key"),
  key: text.check(about("Its path in the body, such as data.overallRisk.")),
});

const runSubject = z.object({
  type: z.literal("scan-run"),
  key: text.check(about("<project>#<run>.")),
  status: z.enum(["running", "completed", "stopped"]),
  startedAt: text,
  endedAt: z.nullable(text),
  problem: z.nullable(text),
  wallets: z.object({
    known: count,
    completed: count,
    skipped: count,
    failed: count,
    missing: count,
    exceeded: count.check(about("An alert was due.")),
  }),
  links: deskLinks,
});

const caseSubject = z.object({
  type: z.literal("case"),
  key: z
    .nullable(text)
    .check(
      about(
        "What it is about: a transaction's key, <project>#<address>#<chain> of a wallet, user#<project>#<id>, or unreadable#<project>; null where an address or id is not fit to be sent whole.",
      ),
    ),
  receivedAt: time,
  dueAt: z.nullable(time).check(about("Null where nothing is known to be due; it may have passed.")),
  links: deskLinks,
});
export type CaseSubject = z.infer<typeof caseSubject>;

/**
 * Every kind of message. The first three, the brief and `reminder` go to the alerts topic, `quarantine`, the problems and
 * unknown keys to operations; the brief goes to the escalation topic as well where something is overdue.
 */
export const ALERT_KINDS = [
  "notification",
  "quarantine",
  "wallet",
  "daily-brief",
  "scan-problem",
  "service-error",
  "unknown-keys",
  "subscription-problem",
  "reminder",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Subject of a message: a transaction, a wallet, an unreadable body, a run of the scan, a day, a case, an error, or a key. */
const eventSubject = z.discriminatedUnion("type", [
  transactionSubject,
  walletSubject,
  quarantinedSubject,
  runSubject,
  briefSubject,
  caseSubject,
  serviceErrorSubject,
  unknownKeySubject,
]);
export type EventSubject = z.infer<typeof eventSubject>;

export const alertEvent = z.object({
  version: z.literal(1),
  alertId: z
    .nullable(text)
    .check(about("Its key in the table Alerts; null for messages to operations, which are not recorded.")),
  kind: z.enum(ALERT_KINDS),
  stage: text,
  projectId: digits,
  at: time.check(about("When the message was made.")),
  risk: z.nullable(risk).check(about("The worst of all subjects; null where none has one.")),
  summary: text.check(about("The e-mail's subject, for people.")),
  subjectCount: count.check(
    about(
      "How many there are. Where more than are listed, the item of this alert in the table Alerts has the rest.",
    ),
  ),
  subjects: z.array(eventSubject).check(about("In the order of the message, as far as it has room.")),
});
export type AlertEvent = z.infer<typeof alertEvent>;
