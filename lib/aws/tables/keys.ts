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

/**
 * Attributes of a notification that lists show, copied into the indexes that lists read. An index cannot take another one later: it
 * has to be made anew under another name.
 */
export const NOTIFICATION_LIST_ATTRIBUTES = [
  "kind",
  "risk",
  "riskNow",
  "topLaws",
  "lawCount",
  "chainId",
  "userId",
  "address",
  "txHash",
  "timestamp",
  "amount",
  "usd",
  "symbol",
  "decimals",
  "message",
  "alert",
  "alertAt",
  "alertId",
] as const;

/** `projectId` as text; `id` begins with the time at which the message was made. */
export const ALERTS_KEY = { partition: "projectId", sort: "id" } as const;

/**
 * `subject` is what the case is about: `notification#` and the name of a notification, `wallet#projectId#address#chainId`,
 * `user#projectId#userId` or `unreadable#projectId`; a month of filings is `month#projectId#YYYY-MM`. `opened` is `once`, or of what may
 * have one case after another the run or the hour that opened it; of an officer's case when the one before was decided, or
 * `0`. Each event is an item beside it, `event#opened#number`. The seals are under `seal`, each with its day.
 */
export const CASES_KEY = { partition: "subject", sort: "opened" } as const;

/**
 * All cases of a project by the time of receipt; `ofProject` is `projectId`, `order` is `receivedAt#digest`: no two are alike, so that
 * a page begins exactly where another ended.
 */
export const CASES_BY_TIME = { index: "byTime", partition: "ofProject", sort: "order" } as const;

/**
 * Those that are open, or decided and revised since, by when something about them is due: ISO 8601, or `none`, which sorts last. `openIn` is
 * `projectId`; no other case has it.
 */
export const CASES_OPEN = { index: "open", partition: "openIn", sort: "dueAt" } as const;

/** All cases of a user of a project by the time of receipt; `ofUser` as in Notifications. */
export const CASES_BY_USER = { index: "byUser", partition: "ofUser", sort: "order" } as const;

/** Every event of a case or month, by the time at which it was recorded: `eventOf` is `projectId`. */
export const CASES_BY_EVENT = { index: "byEvent", partition: "eventOf", sort: "at" } as const;

/** Attributes of a case that lists show, copied into its indexes. */
export const CASE_LIST_ATTRIBUTES = [
  "facts",
  "receivedAt",
  "order",
  "dueAt",
  "dues",
  "owner",
  "filingCount",
  "notices",
  "outcome",
  "decidedAt",
  "isRevisedSince",
  "stepCount",
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
