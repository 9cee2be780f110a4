/** Addresses with the ids in the query, which old mails have: they lead to the pages that have them in the path. */

import type { Hono } from "hono";
import {
  caseLink,
  NOTIFICATION_CASE,
  notificationLink,
  userLink,
  walletLink,
} from "../alerts/messages/desk-links.ts";
import { decodedText } from "../alerts/messages/link-path.ts";
import type { DeskEnv } from "./frame/desk-context.ts";
import { badRequest, type FormFields, fieldsOf, projectFilter } from "./frame/parameters.ts";

/** The page of an address by its parameters; undefined where they name none. */
type PageOf = (fields: FormFields) => string | undefined;

const PAGES: Readonly<Record<string, PageOf>> = {
  // A program that cut the address at its `&` left the subject, which is enough for the case of a notification.
  "/case": ({ subject = "", opened, ...query }) => {
    const key = keyIn(subject);
    if (key.startsWith(`${NOTIFICATION_CASE.kind}#`))
      return caseLink({ subject: withoutEnd(key), opened: NOTIFICATION_CASE.opened }, query);
    return opened && caseLink({ subject: key, opened }, query);
  },
  "/notification": ({ name, ...query }) => name && notificationLink(withoutEnd(keyIn(name)), query),
  "/wallet": ({ address, project, chain: _, ...query }) => {
    const projectId = projectFilter.safeParse(project).data;
    return address && walletLink({ projectId, address }, query);
  },
  "/users": ({ user, ...query }) => user && userLink(user, query),
};

/** A key has `#` between its parts: a text without it was encoded once more. */
function keyIn(text: string): string {
  return text.includes("#") ? text : decodedText(text);
}

/** A key of digits and digests, without the marks that stood behind its link. */
function withoutEnd(key: string): string {
  return key.replace(/(?<![^\w-])[^\w-]+$/, "");
}

export function addOldAddresses(app: Hono<DeskEnv>): void {
  for (const [path, pageOf] of Object.entries(PAGES))
    for (const written of [path, `${path}/`])
      app.get(written, (context) => {
        const page = pageOf(fieldsOf(context));
        return page ? context.redirect(page, 303) : badRequest(context);
      });
}
