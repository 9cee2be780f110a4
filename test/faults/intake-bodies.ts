/** The bodies that the service posts in these tests, and what is known of each. */

import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import type { Posted } from "./intake-model.ts";

export interface BodyChanges {
  /** Another notification of the same run: a digit behind its subject. */
  other?: number;
  owner?: string;
}

/** A notification that a law calls illegal. */
export function illegal(subject: string, changes: BodyChanges = {}): Posted {
  const body = notification(subject, changes, { inflictedLaws: [LFPIORPI] });
  return {
    ...named("illegal", subject, changes),
    text: JSON.stringify(body),
    told: ["alerts"],
    worseThan: ["harmless"],
  };
}

/** The same notification with a law that asks for a look only. */
export function harmless(subject: string, changes: BodyChanges = {}): Posted {
  const body = notification(subject, changes, { inflictedLaws: [FINTECH_LAW] });
  return { ...named("harmless", subject, changes), text: JSON.stringify(body), told: [], worseThan: [] };
}

/** The illegal one with another amount: it contradicts both, and is worse than the harmless one alone. */
export function dearer(subject: string, changes: BodyChanges = {}): Posted {
  const amount = { value: 2000000000000000000, usd: 6000 };
  const body = notification(subject, changes, { inflictedLaws: [LFPIORPI], amount });
  return {
    ...named("dearer", subject, changes),
    text: JSON.stringify(body),
    told: ["alerts"],
    worseThan: ["harmless"],
  };
}

/** The illegal one in another spelling: the keys in another order, and spaces between them. */
export function respelled(subject: string, changes: BodyChanges = {}): Posted {
  const posted = illegal(subject, changes);
  const { type, data } = JSON.parse(posted.text);
  const reversed = Object.fromEntries(Object.entries(data).reverse());
  return { ...posted, text: JSON.stringify({ data: reversed, type }, null, 1) };
}

/** A body that is not the contract, and that calls something illegal. */
export function invalid(subject: string, changes: BodyChanges = {}): Posted {
  const body = notification(subject, changes, { inflictedLaws: [LFPIORPI], txHash: null });
  return {
    text: JSON.stringify(body),
    content: `invalid ${idOf(subject, changes)}`,
    kind: "quarantined",
    told: ["alerts", "operations"],
    worseThan: [],
  };
}

/** The service's message that something failed. */
export function serviceError(subject: string): Posted {
  const text = JSON.stringify({ type: "error", data: `no prices for ${subject}` });
  return { text, content: "error", kind: "error", told: [], worseThan: [] };
}

/** The address of a run's wallet. */
export function walletAddress(subject: string): string {
  return `0x${"a".repeat(30)}${subject}b`;
}

function named(content: string, subject: string, changes: BodyChanges) {
  const id = idOf(subject, changes);
  return { content, kind: "notification" as const, key: `1#${id}`, owner: ownerOf(subject, changes) };
}

function notification(subject: string, changes: BodyChanges, data: Record<string, unknown>) {
  return notificationBody({
    id: Number(idOf(subject, changes)),
    chainId: Number(subject),
    txHash: `0x${subject}${"c".repeat(55)}`,
    address: {
      id: 1,
      userId: ownerOf(subject, changes),
      address: walletAddress(subject),
      description: "Main wallet",
    },
    ...data,
  });
}

function idOf(subject: string, { other }: BodyChanges): string {
  return `${subject}${other ?? ""}`;
}

function ownerOf(subject: string, { owner }: BodyChanges): string {
  return owner ?? `u-${subject}`;
}
