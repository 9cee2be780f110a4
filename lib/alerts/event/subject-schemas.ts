/** What one alert speaks of: a transaction, a wallet, a body that was not understood, a run of the scan, or a case. */

import * as z from "zod/mini";
import {
  about,
  chain,
  count,
  deskLinks,
  deskPage,
  digits,
  law,
  link,
  notificationKey,
  risk,
  text,
  time,
  userId,
  withheld,
} from "./schema-parts.ts";

const change = z.object({
  firstKey: text.check(about("The first content of the same id.")),
  differs: z
    .array(z.enum(["chain", "wallet", "transaction", "user", "amount", "decimals", "token"]))
    .check(about("In what it is another transaction than the first; empty where it is the same one.")),
  newLaws: z.array(law).check(about("The first 50 laws that no alert of this id has named before.")),
  newLawCount: count,
});

export const transactionSubject = z.object({
  type: z.literal("transaction"),
  key: notificationKey,
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
  laws: z.array(law).check(about("The first 50, those that are illegal first.")),
  lawCount: count.check(about("How many laws there are, listed or not.")),
  happenedAt: time,
  receivedAt: time,
  links: z.object({ transaction: link, wallet: link, desk: deskPage }),
  change: z.nullable(change).check(about("Null unless it is another content under a known id.")),
  withheld,
});
export type TransactionSubject = z.infer<typeof transactionSubject>;

export const walletSubject = z.object({
  type: z.literal("wallet"),
  key: z.nullable(text).check(about("<project>#<address>#<chain>.")),
  userId,
  wallet: z.nullable(text).check(about("The address.")),
  chain,
  score: z.nullable(z.number()),
  previousScore: z.nullable(z.number()),
  crossings: z
    .array(z.enum(["above", "rise", "suspicious"]))
    .check(about("Why it is alerted: now above the line, risen steeply, suspicious activity is new.")),
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

export const quarantinedSubject = z.object({
  type: z.literal("quarantined"),
  key: notificationKey,
  risk,
  receivedAt: time,
  issues: z
    .array(z.object({ path: text, message: text }))
    .check(about("The first five, by path and never by value.")),
  issueCount: count,
  links: deskLinks,
});

export const runSubject = z.object({
  type: z.literal("scan-run"),
  key: text.check(about("<project>#<run>.")),
  status: z.enum(["running", "completed", "incomplete", "stopped"]),
  startedAt: text,
  endedAt: z.nullable(text),
  problem: z.nullable(text),
  wallets: z.object({
    known: count,
    recent: count.check(about("Scanned shortly before, left out.")),
    completed: count,
    skipped: count,
    failed: count,
    missing: count,
    newlyAbove: count,
  }),
  links: deskLinks,
});

export const caseSubject = z.object({
  type: z.literal("case"),
  key: z
    .nullable(text)
    .check(
      about(
        "What it is about: a notification's key, or <project>#<address>#<chain> of a wallet; null where that is not fit to be sent whole.",
      ),
    ),
  receivedAt: time,
  dueAt: z.nullable(time).check(about("Null where nothing is known to be due; it may have passed.")),
  links: deskLinks,
});
export type CaseSubject = z.infer<typeof caseSubject>;
