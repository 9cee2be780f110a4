/** The names of keys, indexes and the expiry attribute of every table: the template creates what the stores use. */

/** The attribute that holds when an item may expire, in seconds since 1970; DynamoDB's TTL. */
export const EXPIRES_AT = "expiresAt";

/** Personal data. One item a user. */
export const USERS_KEY = { partition: "userId" } as const;

/**
 * `key` is `projectId#id`; `revision` is `current#<transaction>`, or `revision#<transaction>#<content>` for a
 * content that is not the current one.
 */
export const NOTIFICATIONS_KEY = { partition: "key", sort: "revision" } as const;

/** Current items, newest first within a project. */
export const NOTIFICATIONS_BY_TIME = { index: "byTime", partition: "ofProject", sort: "receivedAt" } as const;

/** Current items, newest first within a user of a project. */
export const NOTIFICATIONS_BY_USER = { index: "byUser", partition: "ofUser", sort: "receivedAt" } as const;

/** Keys of current items, newest first within an address of a project, on any chain. */
export const NOTIFICATIONS_BY_WALLET = {
  index: "byWallet",
  partition: "ofWallet",
  sort: "receivedAt",
} as const;

/** Keys of current items, newest first within a transaction's hash in a project. */
export const NOTIFICATIONS_BY_HASH = { index: "byHash", partition: "ofHash", sort: "receivedAt" } as const;

/** Attributes of a notification that lists show, copied into the indexes that lists read. */
export const NOTIFICATION_LIST_ATTRIBUTES = [
  ...["kind", "risk", "riskNow", "topLaws", "lawCount", "chainId", "userId", "address", "txHash"],
  ...["timestamp", "amount", "usd", "symbol", "decimals", "message", "revisions", "repeats"],
  ...["alert", "alertAt", "alertId"],
];

/** `projectId` as text; `id` begins with the time at which the message was made. */
export const ALERTS_KEY = { partition: "projectId", sort: "id" } as const;

/**
 * `subject` is what the case is about: `notification#` and a notification's name, `unreadable#projectId`, or
 * `wallet#projectId#address#chainId`. `opened` is `once` for a notification. The others may have one case after another: it is
 * the hour of the first unreadable message, or the run in which the wallet exceeded.
 */
export const CASES_KEY = { partition: "subject", sort: "opened" } as const;

/**
 * All cases of a project by the time of receipt; `timeShard` is `projectId` as text, `order` is `receivedAt#digest`: no two
 * are alike, so that a page begins exactly where another ended.
 */
export const CASES_BY_TIME = { index: "byTime", partition: "timeShard", sort: "order" } as const;

/** The open ones by the time of receipt; `openShard` is a `timeShard`, and absent from a case that is closed. */
export const CASES_OPEN_BY_TIME = {
  index: "openByTime",
  partition: "openShard",
  sort: "order",
} as const;

/** The open ones by when something about them is due: ISO 8601, or `none`, which sorts last. */
export const CASES_OPEN_BY_DUE = { index: "openByDue", partition: "openShard", sort: "dueAt" } as const;

/** All cases of a user of a project by the time of receipt; `userKey` as in Notifications. */
export const CASES_BY_USER = { index: "byUser", partition: "userKey", sort: "order" } as const;

/** Open cases of an officer by their deadline; `ownerKey` is the subject of the officer who took them. */
export const CASES_BY_OWNER = { index: "byOwner", partition: "ownerKey", sort: "dueAt" } as const;

/** Every case and month, by the time of its last step, or of its opening before the first: `steppedIn` is `projectId`. */
export const CASES_BY_LAST_STEP = {
  index: "byLastStep",
  partition: "steppedIn",
  sort: "lastStepAt",
} as const;

/** Cases that owe a 24-hour notice, decided or not, by the time of the first suspicion; no other case is in it. */
export const CASES_BY_OWED_NOTICE = {
  index: "byOwedNotice",
  partition: "noticeShard",
  sort: "knownSince",
} as const;

/** Attributes in a reminder of a case. */
export const CASE_REMINDER_ATTRIBUTES = ["facts", "receivedAt", "dueAt"] as const;

/** Attributes of a case that lists show, copied into its indexes: not its steps, which grow. */
export const CASE_LIST_ATTRIBUTES = [
  "facts",
  "receivedAt",
  "order",
  "dueAt",
  "knownSince",
  "owner",
  "filings",
  "outcome",
  "decidedAt",
] as const;

/** `id` is the digest of the random id that the browser holds. */
export const DESK_SESSIONS_KEY = { partition: "id" } as const;

/** `projectId` as text; `wallet` is `address#chainId`, the address in the form in which addresses are compared. */
export const WALLETS_KEY = { partition: "projectId", sort: "wallet" } as const;

/** Those that waited longest for a scan first: `waitingSince` is when it was last asked for, or first seen. */
export const WALLETS_BY_WAIT = { index: "byWait", partition: "projectId", sort: "waitingSince" } as const;

/** `userKey` is `projectId#userId`, of the user that was seen last with the wallet. */
export const WALLETS_BY_USER = { index: "byUser", partition: "userKey", sort: "wallet" } as const;

/**
 * The wallets of a project from the first band line up, by their last score: `rank` is the score with leading zeros and six
 * decimals. A wallet below the line has none, and no place in the index.
 */
export const WALLETS_BY_SCORE = { index: "byScore", partition: "projectId", sort: "rank" } as const;

/**
 * Wallets of which a threshold alert is pending: `pending` is the score, written as a rank, and when it exceeded. Any other
 * wallet has none, and no place in the index.
 */
export const WALLETS_BY_PENDING = { index: "byPending", partition: "projectId", sort: "pending" } as const;

/** `historyKey` is `projectId#address#chainId`; `runId` is the time at which the run was due. */
export const WALLET_SCANS_KEY = { partition: "historyKey", sort: "runId" } as const;

/** `projectId` as text; `runId` is the time at which the run was due, or `current` for the note of which one is open. */
export const SCAN_RUNS_KEY = { partition: "projectId", sort: "runId" } as const;

/** `day` is `YYYY-MM-DD`. */
export const RATES_KEY = { partition: "currency", sort: "day" } as const;

/** `chainId` as text. */
export const CHAINS_KEY = { partition: "chainId" } as const;
