/** What came about a case, for its evidence: the content that it is about, and others that came under the same id. */

import { type CaseKey, notificationNameOf } from "../store/cases/case-keys.ts";
import type { NotificationQueries } from "../store/notifications/notification-queries.ts";
import type { StoredNotification } from "../store/notifications/notification-schema.ts";
import { expandBody } from "../store/notifications/raw-body.ts";
import { type EvidenceFile, jsonFile } from "./evidence-file.ts";
import type { Gap } from "./gap.ts";

/** How many others a case has beside its own: each case of an id would else hold all that a sender made under it. */
const MOST_OTHERS = 20;

/** What the case is about first. */
export async function contentsOf(
  one: CaseKey,
  notifications: NotificationQueries,
): Promise<{ contents: StoredNotification[]; gaps: Gap[] }> {
  const name = notificationNameOf(one);
  const found = name === undefined ? undefined : await notifications.find(name);
  if (found === undefined) return { contents: [], gaps: [] };
  const { notification, versions } = found;
  const count = versions.length - MOST_OTHERS;
  return {
    contents: [notification, ...versions.slice(0, MOST_OTHERS)],
    gaps: count > 0 ? [{ kind: "contents left out", count }] : [],
  };
}

/** The item without its bytes, and beside it the body byte for byte as it came. */
export function filesOfContent(path: string, { raw, ...stored }: StoredNotification): EvidenceFile[] {
  return [jsonFile(`${path}.json`, stored), { path: `${path}.body`, content: expandBody(raw) }];
}
