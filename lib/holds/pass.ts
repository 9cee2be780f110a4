/** One pass over everything of a user who is held, or was: in pages, each of which is noted, so that another can go on. */

import pMap from "p-map";
import type { HeldCounts, Hold, PassPlace } from "../store/holds/hold.ts";
import { userKeyOf } from "../store/notifications/notification-keys.ts";
import { addBelongings, nothing } from "./belongings.ts";
import type { HoldTools } from "./tools.ts";
import { UserRecords } from "./user-records.ts";

/** How many notifications are worked on before it is noted, and how many wallets. */
const NOTIFICATIONS_A_PAGE = 500;
const WALLETS_A_PAGE = 50;
const WALLETS_CONCURRENTLY = 5;

/** How far a pass came. `overtaken`: the hold was placed or released meanwhile, and whoever did so passes over it. */
export interface PassOutcome {
  kind: "ended" | "unfinished" | "overtaken";
  counts: HeldCounts;
}

/**
 * Begins a pass, or goes on with the one that was begun. At least one page is worked on.
 * @param by when no other page begins, in milliseconds since 1970
 */
export async function passOver(hold: Hold, tools: HoldTools, by: number): Promise<PassOutcome> {
  const holds = hold.state === "placed";
  const others = await addBelongings(nothing(), holds ? new Set() : await heldBeside(hold, tools), tools);
  const records = new UserRecords({ items: tools.items, holds, others, counts: hold.pass?.counts });
  const { counts } = records;
  const [projectId = 0] = tools.projectIds;
  const begin: PassPlace = hold.pass?.place ?? { phase: "notifications", projectId };
  for await (const place of pagesOf(hold, begin, records, tools)) {
    if (!(await tools.holds.note(hold, { place, counts }))) return { kind: "overtaken", counts };
    if (Date.now() >= by) return { kind: "unfinished", counts };
  }
  const isEnd = await tools.holds.end(hold, counts, new Date().toISOString());
  return { kind: isEnd ? "ended" : "overtaken", counts };
}

/** Everybody else who is held. */
async function heldBeside({ user }: Hold, { holds }: HoldTools): Promise<Set<string>> {
  const others = new Set<string>();
  for await (const one of holds.all())
    if (one.state === "placed" && one.user !== user) others.add(one.userId);
  return others;
}

/** Works on page after page. @returns after each where to go on */
async function* pagesOf(
  hold: Hold,
  from: PassPlace,
  records: UserRecords,
  tools: HoldTools,
): AsyncGenerator<PassPlace> {
  if (from.phase === "notifications") yield* overNotifications(hold, from, records, tools);
  const { wallets } = await addBelongings(nothing(), new Set([hold.userId]), tools);
  // Before any of their records is held: else nothing may lead a release to them.
  if (hold.state === "placed") await tools.reached.add(hold.user, wallets.keys());
  const behind = from.phase === "wallets" ? from.behind : undefined;
  const left = [...wallets].filter(([name]) => behind === undefined || name > behind).sort(byName);
  for (let first = 0; first < left.length; first += WALLETS_A_PAGE) {
    const page = left.slice(first, first + WALLETS_A_PAGE);
    await pMap(page, ([, wallet]) => records.wallet(wallet), { concurrency: WALLETS_CONCURRENTLY });
    yield { phase: "wallets", behind: page.at(-1)?.[0] };
  }
}

async function* overNotifications(
  { userId }: Hold,
  from: Extract<PassPlace, { phase: "notifications" }>,
  records: UserRecords,
  { items, projectIds }: HoldTools,
): AsyncGenerator<PassPlace> {
  for (const projectId of projectIds.filter((id) => id >= from.projectId)) {
    let behind = projectId === from.projectId ? from.behind : undefined;
    do {
      const page = await items.indexed(userKeyOf(projectId, userId), behind, NOTIFICATIONS_A_PAGE);
      await records.notifications(page.rows);
      behind = page.next;
      if (behind !== undefined) yield { phase: "notifications", projectId, behind };
    } while (behind !== undefined);
  }
  yield { phase: "wallets" };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
