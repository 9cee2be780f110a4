/** What a request asks for: a page, and the ids in its path. */

import { idsIn } from "../../alerts/messages/link-path.ts";
import type { DeskContext } from "./desk-context.ts";

/** Reports whether a request sends a form. Mail programs ask for the head of a link first, and are answered as browsers are. */
export function isForm(context: DeskContext): boolean {
  return context.req.method === "POST";
}

/** The first part of a path, which is the page: `/c` of `/c/1.42`. */
export function pageOf(path: string): string {
  return /^\/[^/]*/.exec(path)?.[0] ?? "/";
}

/** The ids in the path of a page, also where a mail program or a gateway changed its link. */
export function pathIds(context: DeskContext): string[] {
  const { pathname } = new URL(context.req.url);
  return idsIn(pathname.slice(pageOf(pathname).length + 1));
}

/**
 * The address of a page as it is to be, with the query of the request, where the request names it in another way.
 * @param link the page by the ids of the request
 */
export function otherAddress(context: DeskContext, link: string): string | undefined {
  const { pathname, search } = new URL(context.req.url);
  return pathname === link ? undefined : `${link}${search}`;
}

/** In the address of a page that an act led to: the act's id, the first of its cases, and their number. */
const ACT_PARAMETERS = ["recorded", "recordedIn"] as const;
export type ActParameter = (typeof ACT_PARAMETERS)[number];

/** The address of a page without the act before it: no link leads to that again. */
export function lastingAddress(context: DeskContext): string {
  const { pathname, search, searchParams } = new URL(context.req.url);
  if (!ACT_PARAMETERS.some((name) => searchParams.has(name))) return `${pathname}${search}`;
  for (const name of ACT_PARAMETERS) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
