/** Fields that subjects of events share: ids whole or not at all, chains, laws. */

import type { Law } from "../../contract/webhook.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { isPlainId } from "../../i18n/text/ids.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { momentOf } from "../../i18n/time/calendar.ts";
import { worstFirst } from "../../law/laws.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import type { EventLaw, EventSubject } from "../event/event-schema.ts";
import { lawCode } from "./facts.ts";
import type { AlertEventContent } from "./message.ts";

/** The most laws that a subject names. */
export const MAX_LAWS = 50;

/** An id unchanged, or null: a program that compares ids must not meet half of one, nor its replacement. */
export function wholeId(id: string | null | undefined): string | null {
  return id && isPlainId(id) ? id : null;
}

/** The names of those ids that {@link wholeId} leaves out. */
export function withheldOf(ids: Record<string, string | null | undefined>): string[] {
  return Object.entries(ids).flatMap(([name, id]) => (id && !isPlainId(id) ? [name] : []));
}

/** A chain by its id, with its name where that is known. */
export function eventChain(chainId: string, chains: ChainLookup) {
  const name = chains(chainId)?.name;
  return { id: chainId, name: name === undefined ? null : cleanText(name, 60) };
}

/** Laws as far as a subject names them, those that are illegal first. */
export function eventLaws(laws: readonly Law[]): EventLaw[] {
  return worstFirst(laws)
    .slice(0, MAX_LAWS)
    .map(({ name, risk, country, countryCode }) => ({
      name: maskPersonal(name, 200),
      risk,
      country: maskPersonal(country, 60),
      countryCode: lawCode(countryCode),
    }));
}

/** A time as `2025-08-20T05:10:57.228Z`, however it was written; one without a zone is taken for UTC. */
export function inIso(time: string): string {
  return new Date(momentOf(time)).toISOString();
}

/** @param makeSubject is called when a subject is asked for */
export function eventAbout<T>(
  stage: string,
  items: readonly T[],
  makeSubject: (item: T) => EventSubject,
): AlertEventContent {
  return {
    stage,
    subjectCount: items.length,
    *subjects() {
      for (const item of items) yield makeSubject(item);
    },
  };
}
