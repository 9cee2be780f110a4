/** Invented transactions, revisions, wallets and quarantined bodies, for messages shown whole. */

import type { LinkedCase } from "../../../lib/alerts/messages/desk-links.ts";
import type { Transaction } from "../../../lib/alerts/messages/facts.ts";
import type { QuarantinedBody } from "../../../lib/alerts/messages/quarantine-alert.ts";
import type { ExceedingWallet } from "../../../lib/alerts/messages/wallet-facts.ts";
import { notification } from "../../../lib/contract/webhook.ts";
import { chainFacts } from "../../../lib/screening/chains.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { ENGLISH } from "../../support/translators.ts";

const ARBITRUM = chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example/" });

/** Origin of the messages; only one chain is known. */
export const ORIGIN = {
  stage: "dev",
  threshold: 60,
  alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
  translator: ENGLISH,
  projectId: 1,
  chains: (id: string) => (id === "42161" ? ARBITRUM : undefined),
};

function transaction(id: number, changes: Record<string, unknown> = {}): Transaction {
  const invented = notification.parse(notificationBody({ id, txHash: `0x${id}`, ...changes }).data);
  const receivedAt = `2025-08-20T05:1${id}:00.000Z`;
  return {
    key: `1#${id}#ZjOOie8SXfW--oXA`,
    notification: invented,
    receivedAt,
    firstReceivedAt: receivedAt,
    flaggedLaws: invented.inflictedLaws.filter(({ risk }) => risk === "illegal"),
  };
}

const NAMED = (name: string) => ({ ...LFPIORPI, name });

/** The last is worth most but one; one has more laws than are named, one is of an unknown chain. */
export function sixTransactions(): Transaction[] {
  return [
    transaction(1, { amount: { value: 5, usd: 900_000 } }),
    transaction(2, { amount: { value: 5, usd: null }, token: { name: "", symbol: "", decimals: 0 } }),
    transaction(3, { chainId: 7, amount: { value: 5, usd: 10 } }),
    transaction(4, {
      inflictedLaws: ["A", "B", "C", "D", "E", "F"].map(NAMED),
      amount: { value: 5, usd: 20 },
    }),
    transaction(5, { inflictedLaws: [FINTECH_LAW, NAMED("A"), { ...NAMED("B"), countryCode: "" }] }),
    transaction(6, { amount: { value: 5, usd: 50_000 } }),
  ];
}

/** Revisions: one was under no law before, one of an unknown chain, one is under many laws, one was no longer readable. */
export function fourRevisions(): Transaction[] {
  return [1, 2, 3, 4].map((id) => {
    const now = transaction(id, {
      chainId: id === 2 ? 7 : 42161,
      inflictedLaws: id === 3 ? ["A", "B", "C", "D", "E", "F", "G"].map(NAMED) : [LFPIORPI],
    });
    const before = transaction(id, { inflictedLaws: id === 1 ? [] : [FINTECH_LAW] });
    return {
      ...now,
      firstReceivedAt: "2025-08-20T05:11:02.000Z",
      before: {
        notification: id === 4 ? undefined : before.notification,
        receivedAt: "2025-08-20T05:00:00.000Z",
      },
    };
  });
}

const SEEN_AT = "2026-01-01T00:00:00.000Z";

/** The first has everything that can be known of one, the second nothing. */
export function sixWallets(): ExceedingWallet[] {
  const wallet = (id: number): ExceedingWallet => ({
    wallet: {
      projectId: 1,
      chainId: "42161",
      address: `0xa${id}`,
      source: "import",
      firstSeenAt: SEEN_AT,
      lastSeenAt: SEEN_AT,
      waitingSince: SEEN_AT,
      score: 60 + id,
      exceeded: { runId: SEEN_AT, kinds: ["above"], score: 60 + id },
    },
  });
  const [first, second, ...others] = [1, 2, 3, 4, 5, 6].map(wallet);
  if (first === undefined || second === undefined) return others;
  return [
    {
      wallet: {
        ...first.wallet,
        userId: "u-1",
        previousScore: 20,
        level: "high",
        reason: "Funds of a mixer",
        patterns: '["mixer"]',
        exceeded: {
          runId: SEEN_AT,
          kinds: ["above", "rise", "suspicious"],
          score: 61,
          previousScore: 20,
        },
      },
      status: { status: "under review", tags: ["cex", { id: 1 }], statusAt: "2026-01-02T00:00:00.000Z" },
    },
    {
      wallet: {
        ...second.wallet,
        chainId: "7",
        score: undefined,
        exceeded: { runId: SEEN_AT, kinds: ["suspicious"] },
      },
      status: { status: "clean", tags: [], statusAt: "2026-01-02T00:00:00.000Z" },
    },
    ...others,
  ];
}

/** Bodies that do not fit: one has no issues, some have more than are shown. */
export function sixQuarantined(): QuarantinedBody[] {
  const issue = (index: number) => ({ path: `data.inflictedLaws.${index}`, is: "object" as const });
  return [1, 2, 3, 4, 5, 6].map((id) => ({
    key: `1#quarantined#${id}`,
    receivedAt: `2025-08-20T05:0${id}:00.000Z`,
    issues: id === 4 ? [] : [0, 1, 2, 3, 4, 5].slice(0, id).map(issue),
  }));
}

/** Their case. */
export const UNREADABLE_CASE: LinkedCase = { subject: "unreadable#1", opened: "2025-08-20T05" };
