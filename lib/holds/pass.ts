/** One pass over everything of a user who is held, or was: in pages, each of which is noted, so that another can go on. */

import pMap from "p-map";
import { userKeyOf } from "../notifications/notification-keys.ts";
import { lazyRead } from "../platform/lazy.ts";
import { addBelongings, addOfNobody, type Belongings, nothing } from "./belongings.ts";
import type { HeldCounts, Hold, PassPlace } from "./hold.ts";
import type { HoldTools } from "./tools.ts";
import { UserRecords } from "./user-records.ts";

/** What everybody else who is held has: a release lets none of it go. */
class HeldBeside {
  /** What is known of it. */
  readonly found = nothing();
  readonly #user: string;
  readonly #tools: HoldTools;
  readonly #known = new Set<string>();

  /** @param user the key of the hold that is released */
  constructor(user: string, tools: HoldTools) {
    this.#user = user;
    this.#tools = tools;
  }

  /** Adds what those have who are held now: whose records were read as held before this is known. */
  async refresh(): Promise<void> {
    const fresh = new Set<string>();
    for await (const { state, user, userId } of this.#tools.holds.all())
      if (state === "placed" && user !== this.#user && !this.#known.has(userId)) fresh.add(userId);
    if (fresh.size === 0) return;
    await addBelongings(this.found, fresh, this.#tools);
    await addOfNobody(this.found, this.#tools);
    for (const userId of fresh) this.#known.add(userId);
  }
}

/** How many notifications are worked on before it is noted, and how many wallets. */
const NOTIFICATIONS_A_PAGE = 500;
const WALLETS_A_PAGE = 50;
const WALLETS_CONCURRENTLY = 5;

/** Before every id of an alert. */
const EVER = "0";

/** Longer than a pass takes, in however many calls. */
const LOOKED_AT_AGAIN_MS = 7 * 24 * 60 * 60_000;

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
  const pass = passOf(hold, tools);
  const { counts } = pass.records;
  const [projectId = 0] = tools.projectIds;
  const begin: PassPlace = hold.pass?.place ?? { phase: "notifications", projectId };
  for await (const place of pagesOf(begin, pass)) {
    if (!(await tools.holds.note(hold, { place, counts }))) return { kind: "overtaken", counts };
    if (Date.now() >= by) return { kind: "unfinished", counts };
  }
  const isEnd = await tools.holds.end(hold, counts, new Date().toISOString());
  return { kind: isEnd ? "ended" : "overtaken", counts };
}

interface Pass {
  hold: Hold;
  /** Whether the records are to be held; else they are let go. */
  holds: boolean;
  records: UserRecords;
  tools: HoldTools;
  /** What the user has: read once, since that goes through all wallets. */
  own(): Promise<Belongings>;
  /** To be called between the reading of a page and the work on it. */
  lookBeside(): Promise<void>;
}

function passOf(hold: Hold, tools: HoldTools): Pass {
  const holds = hold.state === "placed";
  const beside = new HeldBeside(hold.user, tools);
  const records = new UserRecords({
    items: tools.items,
    holds,
    others: beside.found,
    counts: hold.pass?.counts,
  });
  return {
    ...{ hold, holds, records, tools },
    own: lazyRead(() => addBelongings(nothing(), new Set([hold.userId]), tools)),
    lookBeside: async () => (holds ? undefined : beside.refresh()),
  };
}

/** Works on page after page. @returns after each where to go on */
async function* pagesOf(from: PassPlace, pass: Pass): AsyncGenerator<PassPlace> {
  if (from.phase === "notifications") yield* overNotifications(from, pass);
  if (from.phase !== "alerts") yield* overWallets(from.phase === "wallets" ? from.behind : undefined, pass);
  yield* overMessages(from.phase === "alerts" ? from : undefined, pass);
}

async function* overNotifications(
  from: Extract<PassPlace, { phase: "notifications" }>,
  { hold, records, tools, lookBeside }: Pass,
): AsyncGenerator<PassPlace> {
  for (const projectId of tools.projectIds.filter((id) => id >= from.projectId)) {
    const begin = projectId === from.projectId ? from.behind : undefined;
    const pages = tools.items.indexed(userKeyOf(projectId, hold.userId), NOTIFICATIONS_A_PAGE, begin);
    for await (const { rows, next } of pages) {
      await lookBeside();
      await records.notifications(rows);
      if (next !== undefined) yield { phase: "notifications", projectId, behind: next };
    }
  }
  yield { phase: "wallets" };
}

async function* overWallets(
  behind: string | undefined,
  { hold, holds, records, tools, own, lookBeside }: Pass,
): AsyncGenerator<PassPlace> {
  const { wallets } = await own();
  // Before any of their records is held: else nothing may lead a release to them.
  if (holds) await tools.reached.add(hold.user, wallets.keys());
  const left = [...wallets].filter(([name]) => behind === undefined || name > behind).sort(byName);
  for (let first = 0; first < left.length; first += WALLETS_A_PAGE) {
    const page = left.slice(first, first + WALLETS_A_PAGE);
    await lookBeside();
    await pMap(page, ([, wallet]) => records.wallet(wallet), { concurrency: WALLETS_CONCURRENTLY });
    yield { phase: "wallets", behind: page.at(-1)?.[0] };
  }
}

/**
 * Over what nothing else leads to: reminders name cases, and an alert that was kept because it may have been another's is let
 * go with the last hold.
 */
async function* overMessages(
  from: Extract<PassPlace, { phase: "alerts" }> | undefined,
  { hold, holds, records, tools, own, lookBeside }: Pass,
): AsyncGenerator<PassPlace> {
  const wanted = holds ? await addOfNobody(await own(), tools) : nothing();
  const since = holds ? madeSince(hold) : EVER;
  for (const projectId of tools.projectIds.filter((id) => from === undefined || id >= from.projectId)) {
    const begin = projectId === from?.projectId ? from.behind : undefined;
    for await (const { rows, next } of tools.items.messages(projectId, !holds, since, begin)) {
      if (rows.length > 0) await lookBeside();
      await records.messages(rows, wanted);
      if (next !== undefined) yield { phase: "alerts", projectId, behind: next };
    }
  }
}

/**
 * The first pass looks at all messages, and the second, since a release may have been under way; each that follows at what
 * may have come since the one before.
 */
function madeSince({ passes, passedAt }: Hold): string {
  if (passes < 2 || passedAt === undefined) return EVER;
  return new Date(Date.parse(passedAt) - LOOKED_AT_AGAIN_MS).toISOString();
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
