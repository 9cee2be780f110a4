/**
 * Facts that a notification says, as lists show them: one attribute of its item. Its indexes copy that attribute whole, so that
 * another fact is a line here and changes no index.
 */

import * as z from "zod/mini";
import type { Law, Notification } from "../../contract/webhook.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { worstFirst } from "../../law/laws.ts";

const text = z.string();
const textOrNone = z.optional(text);

/** A list, since the names of its parts would cost bytes in each item: name, risk, country and its code. */
const law = z.pipe(
  z.tuple([text, z.enum(["warn", "illegal"]), text, text]),
  z.transform(([name, risk, country, countryCode]) => ({ name, risk, country, countryCode })),
);

/** Name, symbol, decimals and address, which is absent from a native one and null where it is read. */
const token = z.pipe(
  z.tuple([text, text, z.number(), textOrNone]),
  z.transform(([name, symbol, decimals, address = null]) => ({ name, symbol, decimals, address })),
);

/** All but risk and laws are absent from errors and bodies in quarantine. */
const saidFacts = z.object({
  /** Absent where it is `none`. */
  risk: z._default(z.enum(["none", "warn", "illegal"]), "none"),
  chainId: textOrNone,
  /** Without `userId` where the key of the item's user has it whole. */
  address: z.optional(z.object({ id: text, address: text, userId: textOrNone, description: textOrNone })),
  txHash: textOrNone,
  /** Time of the transaction, as the service wrote it. */
  timestamp: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(token),
  /** Worst first. */
  laws: z._default(z.array(law), []),
  /** Number of all laws, if not all are listed; the raw body has them all. */
  lawCount: z.optional(z.number()),
  /** An error's message, cut. */
  message: textOrNone,
});

/** Facts that a notification says; all of it is bounded. */
export type Said = z.output<typeof saidFacts>;

/** A law as lists show it. */
export type ListedLaw = z.output<typeof law>;

/** Reads the attribute; without one, nothing is said but what is usual. */
export const said = z._default(saidFacts, { risk: "none", laws: [] });

const MAX_LAWS = 40;

/** The facts of a notification, its risk apart. */
export function saidOf(data: Notification) {
  const { chainId, address, txHash, timestamp, amount, token, inflictedLaws } = data;
  return {
    chainId,
    address: {
      id: address.id,
      address: bounded(address.address, 500),
      ...(address.userId ? { userId: bounded(address.userId, 2_048) } : {}),
      ...(address.description ? { description: bounded(address.description, 500) } : {}),
    },
    txHash: bounded(txHash, 500),
    timestamp: bounded(timestamp, 100),
    amount: { value: amount.value, ...(amount.usd ? { usd: amount.usd } : {}) },
    token: {
      name: bounded(token.name, 200),
      symbol: bounded(token.symbol, 100),
      decimals: token.decimals,
      ...(token.address ? { address: bounded(token.address, 500) } : { address: null }),
    },
    laws: worstFirst(inflictedLaws).slice(0, MAX_LAWS).map(listedLaw),
    ...(inflictedLaws.length > MAX_LAWS ? { lawCount: inflictedLaws.length } : {}),
  };
}

/** A law as lists show it. */
export function listedLaw({ name, risk, country, countryCode }: Law): ListedLaw {
  return {
    name: bounded(name, 200),
    risk,
    country: bounded(country, 100),
    countryCode: bounded(countryCode, 20),
  };
}

/** Every attribute beside the raw body is bounded, so that no accepted body is too large for an item; the raw one is whole. */
export function bounded(value: string, max: number): string {
  return shorten(value, max);
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(saidFacts.shape));

/** Reports whether a field of a notification is within the attribute. */
export function isSaid(name: string): boolean {
  return NAMES.has(name);
}

/** The attribute, as {@link said} reads it; undefined where nothing is said but what is usual. */
export function saidAttribute(item: Said): Record<string, unknown> | undefined {
  const { risk, laws, token, address } = item;
  const facts = present({
    ...Object.fromEntries(Object.entries(item).filter(([name]) => isSaid(name))),
    risk: risk === "none" ? undefined : risk,
    laws: laws.length === 0 ? undefined : laws.map(lawParts),
    address: address && present(address),
    token: token && tokenParts(token),
  });
  return Object.keys(facts).length === 0 ? undefined : facts;
}

function lawParts({ name, risk, country, countryCode }: ListedLaw): string[] {
  return [name, risk, country, countryCode];
}

function tokenParts({ name, symbol, decimals, address }: NonNullable<Said["token"]>): unknown[] {
  return [name, symbol, decimals, ...(address === null ? [] : [address])];
}

/** Attributes without those that are undefined. */
export function present(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
