/** The bodies that the service posts in these tests, and what each says: known from making it, not from reading it. */

import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import type { Law, Posted } from "./intake-facts.ts";

/** Differences of a notification from the usual one of its run. */
interface BodyChanges {
  /** Another notification of the same run: digits behind its subject. */
  other?: number;
  owner?: string;
  /** The usual wallet in another spelling, and the hash with it, or another wallet. */
  wallet?: "respelled" | "other";
  /** Another transaction: a digit in its hash. */
  transaction?: number;
  /** In the token's smallest unit, as the sender prints it. */
  amount?: number;
  usd?: number;
  /** In the order in which they are posted. */
  laws?: readonly Law[];
  description?: string;
  /** Of which project the body says that it is. */
  projectId?: number;
  /** Keys beside `type` and `data`. */
  beside?: Record<string, unknown>;
  /** Project that it is filed under, if it differs from the one that it names. */
  filedUnder?: number;
}

/** An illegal law of another name than {@link LFPIORPI}. */
const OTHER_LAW: Law = { ...LFPIORPI, name: "Sanctions Act" };

/** A list of sanctioned persons, without a deadline. */
export const SANCTIONS_LIST: Law = { ...LFPIORPI, name: "OFAC SDN", country: "USA", countryCode: "US" };

/** The rule that the settings of a stack add to what Vigía knows of laws. */
export const ADDED_RULE = {
  countryCode: "MX",
  law: OTHER_LAW.name,
  within: { hours: 48 },
  source: "Invented.",
  readOn: "2026-11-01",
} as const;

/** By law and country: the 17th after the transaction of all bodies, in Mexico City, and 48 hours after it. */
const DEADLINES: Readonly<Record<string, string>> = {
  "LFPIORPI MX": "2025-09-18T05:59:59.999Z",
  "Sanctions Act MX": "2025-08-22T05:10:57.228Z",
};

function deadlinesOf(laws: readonly Law[]): Posted["deadlines"] {
  return laws.flatMap(({ name, countryCode }) => {
    const dueAt = DEADLINES[`${name} ${countryCode}`];
    return dueAt === undefined ? [] : [{ law: name, dueAt }];
  });
}

/** A law of the same name as {@link LFPIORPI} in another country: another law. */
const SAME_LAW_ABROAD: Law = { ...LFPIORPI, country: "spain", countryCode: "ES" };

/** A notification. */
export function notification(subject: string, label: string, changes: BodyChanges = {}): Posted {
  const { laws = [], filedUnder, projectId = 1, owner = `u-${subject}` } = changes;
  const id = idOf(subject, changes);
  const body = { ...bodyOf(subject, { ...changes, laws, projectId, owner }), ...changes.beside };
  const text = JSON.stringify(body);
  const { data } = body;
  const transaction = [
    data.chainId,
    comparable(data.address.address),
    comparable(data.txHash),
    owner,
    data.amount.value,
    data.token.decimals,
    data.token.symbol,
  ];
  const illegal = laws.filter(({ risk }) => risk === "illegal");
  return {
    label,
    text,
    content: text,
    kind: "notification",
    project: filedUnder ?? projectId,
    id,
    risk: illegal.length > 0 ? "illegal" : laws.length > 0 ? "warn" : "none",
    claims: [
      ...new Set(illegal.map(({ name, countryCode }) => JSON.stringify([...transaction, name, countryCode]))),
    ],
    laws,
    deadlines: deadlinesOf(illegal),
    transaction: JSON.stringify(transaction),
    hash: `${data.chainId} ${comparable(data.txHash)}`,
    userId: owner,
    wallet: data.address.address,
    chainId: subject,
  };
}

/** A notification that a law calls illegal. */
export function illegal(subject: string, changes: BodyChanges = {}): Posted {
  return notification(subject, "illegal", { laws: [LFPIORPI], ...changes });
}

/** The same notification with a law that asks for a look only. */
export function warned(subject: string, changes: BodyChanges = {}): Posted {
  return notification(subject, "warned", { laws: [FINTECH_LAW], ...changes });
}

/** The same notification without any law. */
export function harmless(subject: string, changes: BodyChanges = {}): Posted {
  return notification(subject, "harmless", changes);
}

/** The illegal one at another price in USD. */
export function repriced(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { usd: 3001, ...changes }), label: "repriced" };
}

/** The illegal one with its law in other words. */
export function reworded(subject: string, changes: BodyChanges = {}): Posted {
  const laws = [{ ...LFPIORPI, description: "Operation above the threshold", source: "Diario" }];
  return notification(subject, "reworded", { laws, description: "Savings", ...changes });
}

/** The illegal one with its wallet and hash spelled in capitals: the same ones. */
export function recased(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { wallet: "respelled", ...changes }), label: "recased" };
}

/** The illegal one under a further law. */
export function aggravated(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { laws: [LFPIORPI, OTHER_LAW], ...changes }), label: "aggravated" };
}

/** A notification under so many illegal laws, the last of them perhaps another one than usual. */
export function manyLaws(subject: string, count: number, last = count): Posted {
  const numbers = [...Array.from({ length: count - 1 }, (_, index) => index + 1), last];
  const laws = numbers.map((number) => ({ ...LFPIORPI, description: "", source: "", name: `Law ${number}` }));
  return { ...illegal(subject, { laws }), label: `${count} laws to ${last}` };
}

/** The illegal one under 42 laws, of which the last two have deadlines; the one before them is a list of sanctioned persons. */
export function crowded(subject: string, changes: BodyChanges = {}): Posted {
  const others = Array.from({ length: 39 }, (_, index) => ({
    ...LFPIORPI,
    ...{ description: "", source: "", name: `Law ${index + 1}` },
  }));
  return {
    ...illegal(subject, { laws: [...others, SANCTIONS_LIST, OTHER_LAW, LFPIORPI], ...changes }),
    label: "crowded",
  };
}

/** A notification as it is kept while its project is not in the settings, without authentication. */
export function notYetKnown({ text, content, label, deadlines }: Posted): Posted {
  return {
    ...{ label: `${label}, of a project to come`, text, content, kind: "quarantined", project: 0, sender: 0 },
    ...{ risk: "illegal", claims: [text], laws: [], deadlines },
  };
}

/** The two laws of {@link aggravated} the other way round. */
export function reordered(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { laws: [OTHER_LAW, LFPIORPI], ...changes }), label: "reordered" };
}

/** The illegal one under the law of another country in place of its own. */
export function abroad(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { laws: [SAME_LAW_ABROAD], ...changes }), label: "abroad" };
}

/** Another transaction under the same id, by another user with another wallet. */
export function reused(subject: string, changes: BodyChanges = {}): Posted {
  const other = { wallet: "other", transaction: 2, owner: `v-${subject}` } as const;
  return { ...illegal(subject, { ...other, ...changes }), label: "reused" };
}

/** Another user's transaction with the usual wallet. */
export function shared(subject: string, changes: BodyChanges = {}): Posted {
  const other = { transaction: 3, owner: `w-${subject}` } as const;
  return { ...illegal(subject, { ...other, ...changes, other: 5 + (changes.other ?? 0) }), label: "shared" };
}

/** The same with nothing but the amount changed. */
export function dearer(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { amount: 2e18, usd: 6000, ...changes }), label: "dearer" };
}

/** The illegal one in another spelling: the keys in another order, and spaces between them. */
export function respelled(subject: string, changes: BodyChanges = {}): Posted {
  const posted = illegal(subject, changes);
  const { type, data } = JSON.parse(posted.text);
  const reversed = Object.fromEntries(Object.entries(data).reverse());
  return { ...posted, text: JSON.stringify({ data: reversed, type }, null, 1) };
}

/** The illegal one with a key that says that it is a rehearsal, as anyone who can sign may write. */
export function selfDeclared(subject: string, changes: BodyChanges = {}): Posted {
  return { ...illegal(subject, { beside: { rehearsal: true }, ...changes }), label: "self-declared" };
}

/** A body that is not the contract, and that calls something illegal. */
export function invalid(subject: string, changes: BodyChanges = {}): Posted {
  const body = bodyOf(subject, { ...changes, laws: [LFPIORPI] });
  return quarantined({ ...body, data: { ...body.data, txHash: null } }, "invalid", changes);
}

/** The same, with a key that says that it is a rehearsal. */
export function invalidSelfDeclared(subject: string, changes: BodyChanges = {}): Posted {
  const body = bodyOf(subject, { ...changes, laws: [LFPIORPI] });
  const declared = { ...body, data: { ...body.data, txHash: null }, rehearsal: true };
  return quarantined(declared, "invalid self-declared", changes);
}

/** An illegal notification of a project that its sender may not speak for. */
export function ofNoProject(subject: string, changes: BodyChanges = {}): Posted {
  const body = bodyOf(subject, { ...changes, laws: [LFPIORPI], projectId: 77 });
  return quarantined(body, "of no project", changes);
}

/** The service's message that something failed. */
export function serviceError(subject: string): Posted {
  const text = JSON.stringify({ type: "error", data: `no prices for ${subject}` });
  const nothing = { claims: [], laws: [], deadlines: [], risk: "none" } as const;
  return { label: "error", text, content: text, kind: "error", project: 1, ...nothing };
}

/** The addresses of a run's wallets. */
export function walletsOf(subject: string): string[] {
  return [`0x${"a".repeat(30)}${subject}b`, `0x${"d".repeat(30)}${subject}e`];
}

/** Addresses and hashes are compared without regard to case here: all of them are `0x` and hex digits. */
export function comparable(hex: string): string {
  return hex.toLowerCase();
}

function quarantined(body: object, label: string, { filedUnder = 1 }: BodyChanges): Posted {
  const text = JSON.stringify(body);
  return {
    label,
    text,
    content: text,
    kind: "quarantined",
    project: filedUnder,
    risk: "illegal",
    claims: [text],
    laws: [],
    deadlines: deadlinesOf([LFPIORPI]),
  };
}

function bodyOf(subject: string, changes: BodyChanges) {
  const { transaction = 1, amount = 1e18, usd = 3000, laws, owner, description, projectId } = changes;
  const [usual = "", other = ""] = walletsOf(subject);
  const spelled = changes.wallet === "respelled" ? `0x${usual.slice(2).toUpperCase()}` : usual;
  const hash = `${subject}${"c".repeat(54)}${transaction}`;
  const body = notificationBody({ inflictedLaws: laws ?? [] });
  return {
    ...body,
    data: {
      ...body.data,
      id: Number(idOf(subject, changes)),
      projectId: projectId ?? 1,
      chainId: Number(subject),
      txHash: `0x${changes.wallet === "respelled" ? hash.toUpperCase() : hash}`,
      address: {
        id: 1,
        userId: owner ?? `u-${subject}`,
        address: changes.wallet === "other" ? other : spelled,
        description: description ?? "Main wallet",
      },
      amount: { value: amount, usd },
    },
  };
}

function idOf(subject: string, { other }: BodyChanges): string {
  return `${subject}${other ?? ""}`;
}
