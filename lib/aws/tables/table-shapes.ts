/** Keys and indexes of each table: the template makes them so, and the doctor compares tables that it did not make. */

import {
  ALERTS_KEY,
  CASE_LIST_ATTRIBUTES,
  CASES_BY_EVENT,
  CASES_BY_TIME,
  CASES_BY_USER,
  CASES_KEY,
  CASES_OPEN,
  CHAINS_KEY,
  DESK_SESSIONS_KEY,
  EXPIRES_AT,
  NOTIFICATION_LIST_ATTRIBUTES,
  NOTIFICATIONS_BY_HASH,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_BY_WALLET,
  NOTIFICATIONS_KEY,
  RATES_KEY,
  SCAN_RUNS_KEY,
  USERS_KEY,
  WALLET_SCANS_KEY,
  WALLETS_BY_PENDING,
  WALLETS_BY_SCORE,
  WALLETS_BY_USER,
  WALLETS_BY_WAIT,
  WALLETS_KEY,
} from "./keys.ts";

/** All keys are text. */
export interface TableKey {
  readonly partition: string;
  readonly sort?: string;
}

interface IndexShape extends TableKey {
  readonly index: string;
  /** The attributes that it copies beside the keys. */
  readonly copies: readonly string[];
}

export interface TableShape {
  readonly key: TableKey;
  readonly indexes: readonly IndexShape[];
  /** The attribute that holds when an item may expire; items of a table without one stay. */
  readonly expires?: string;
}

// The raw body would double the price of storing a notification; what is found by its wallet or its hash is read from the table.
const notificationIndexes: readonly IndexShape[] = [
  { ...NOTIFICATIONS_BY_TIME, copies: NOTIFICATION_LIST_ATTRIBUTES },
  { ...NOTIFICATIONS_BY_USER, copies: NOTIFICATION_LIST_ATTRIBUTES },
  { ...NOTIFICATIONS_BY_WALLET, copies: [] },
  { ...NOTIFICATIONS_BY_HASH, copies: [] },
];

/** Indexes of cases that lists read. */
const CASE_LISTS = [CASES_BY_TIME, CASES_OPEN, CASES_BY_USER];

export const TABLE_SHAPES = {
  users: { key: USERS_KEY, indexes: [] },
  notifications: { key: NOTIFICATIONS_KEY, indexes: notificationIndexes, expires: EXPIRES_AT },
  // Keys alone: what only the table holds costs no write of an index.
  wallets: {
    key: WALLETS_KEY,
    indexes: [WALLETS_BY_WAIT, WALLETS_BY_SCORE, WALLETS_BY_USER, WALLETS_BY_PENDING].map((key) => ({
      ...key,
      copies: [],
    })),
  },
  walletScans: { key: WALLET_SCANS_KEY, indexes: [], expires: EXPIRES_AT },
  scanRuns: { key: SCAN_RUNS_KEY, indexes: [], expires: EXPIRES_AT },
  chains: { key: CHAINS_KEY, indexes: [] },
  rates: { key: RATES_KEY, indexes: [] },
  alerts: { key: ALERTS_KEY, indexes: [], expires: EXPIRES_AT },
  cases: {
    key: CASES_KEY,
    indexes: [
      ...CASE_LISTS.map((key) => ({
        ...key,
        copies: CASE_LIST_ATTRIBUTES.filter((name) => name !== key.sort),
      })),
      { ...CASES_BY_EVENT, copies: ["event"] },
    ],
    expires: EXPIRES_AT,
  },
} satisfies Record<string, TableShape>;

/** Sessions of a desk: they end with it, and no stack takes them over. */
export const DESK_SESSIONS_SHAPE: TableShape = { key: DESK_SESSIONS_KEY, indexes: [], expires: EXPIRES_AT };

export type TableName = keyof typeof TABLE_SHAPES;
