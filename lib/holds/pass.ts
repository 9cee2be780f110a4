/**
 * One pass over everything of a user who is held, or was: keeps each record from expiring, or lets it go. The work is done in units
 * in the order of their names, and how far it came is noted, so that another call goes on.
 */

import pMap from "p-map";
import { caseOfNotification, walletSubject } from "../cases/case-keys.ts";
import { alertIdsOf } from "../notifications/course.ts";
import { partsOfKey, userKeyOf, walletUserKeyOf } from "../notifications/notification-keys.ts";
import { isHeld } from "../tables/expiry.ts";
import { canBeWallet, historyKey, type WalletName, walletNamed } from "../wallets/wallet-keys.ts";
import type { HeldMessage } from "./held-items.ts";
import { type HeldCounts, type Hold, holdKeyOf, NOTHING_FOUND } from "./holds.ts";
import type { HoldTools } from "./tools.ts";

/** Units between two notes of the progress. */
const UNITS_A_PAGE = 250;
const CONCURRENTLY = 25;

/** Sort before and behind every id of an alert. */
const EVER = "0";
const END = "~";

/** Longer than a pass takes, in however many calls. */
const LOOKED_AT_AGAIN_MS = 7 * 24 * 60 * 60_000;

/** An alert is made, published and noted at its wallets within this. */
const ALERTING_MS = 60 * 60_000;

/** Progress of a pass. `overtaken`: the hold was placed or released meanwhile, and a pass of that order has begun. */
export interface PassOutcome {
  kind: "ended" | "unfinished" | "overtaken";
  counts: HeldCounts;
}

/**
 * Begins a pass, or goes on with the one that was begun. At least one page is worked on.
 * @param by when no other page begins, in milliseconds since 1970
 */
export async function passOver(hold: Hold, tools: HoldTools, by: number): Promise<PassOutcome> {
  const own = await belongingsOf(new Set([hold.userId]), tools);
  // Wallets are noted before any of their records is held, or a release might not find these.
  if (hold.state === "placed") await tools.holds.addWallets(hold.user, own.wallets.keys());
  const pass = new Pass(hold, own, tools);
  const { counts } = pass;
  const units = unitsOf(own, tools).filter(({ name }) => name > (hold.begun?.after ?? ""));
  for (let first = 0; first < units.length; first += UNITS_A_PAGE) {
    const page = units.slice(first, first + UNITS_A_PAGE);
    await pass.lookBeside();
    await pMap(page, (unit) => pass.workOn(unit), { concurrency: CONCURRENTLY });
    const after = page.at(-1)?.name ?? "";
    if (!(await tools.holds.note(hold, { after, counts }))) return { kind: "overtaken", counts };
    if (Date.now() >= by) return { kind: "unfinished", counts };
  }
  const isEnd = await tools.holds.end(hold, counts, new Date().toISOString());
  return { kind: isEnd ? "ended" : "overtaken", counts };
}

/** A notification with its contents, a wallet with its scores, or all messages of a project. Names sort in this order. */
type Unit = { name: string } & ({ key: string } | { wallet: WalletName } | { projectId: number });

function unitsOf({ keys, wallets }: Belongings, { projectIds }: HoldTools): Unit[] {
  const units: Unit[] = [
    ...[...keys].map((key) => ({ name: `1#${key}`, key })),
    ...[...wallets].map(([name, wallet]) => ({ name: `2#${name}`, wallet })),
    ...projectIds.map((projectId) => ({ name: `3#${projectId}`, projectId })),
  ];
  return units.sort((a, b) => (a.name < b.name ? -1 : 1));
}

class Pass {
  readonly counts: HeldCounts;
  readonly #hold: Hold;
  /** True to hold the records, false to release them. */
  readonly #holds: boolean;
  readonly #own: Belongings;
  readonly #tools: HoldTools;
  /** Records of all other users on hold, with their owners: a release keeps all of them. */
  readonly #others: Belongings[] = [];
  readonly #known: Set<string>;
  /** The alerts that were seen: one may speak of many notifications. */
  readonly #seen = new Set<string>();

  constructor(hold: Hold, own: Belongings, tools: HoldTools) {
    this.#hold = hold;
    this.#holds = hold.state === "placed";
    this.#own = own;
    this.#tools = tools;
    this.#known = new Set([hold.userId]);
    this.counts = { ...(hold.begun?.counts ?? NOTHING_FOUND) };
  }

  /** Adds the records of users whose hold began meanwhile: their records may have been read as held before. */
  async lookBeside(): Promise<void> {
    if (this.#holds) return;
    const fresh = new Set<string>();
    for await (const { state, userId } of this.#tools.holds.all())
      if (state === "placed" && !this.#known.has(userId)) fresh.add(userId);
    if (fresh.size === 0) return;
    this.#others.push(await belongingsOf(fresh, this.#tools));
    for (const userId of fresh) this.#known.add(userId);
  }

  async workOn(unit: Unit): Promise<void> {
    if ("key" in unit) await this.#notification(unit.key);
    else if ("wallet" in unit) await this.#wallet(unit.wallet);
    else await this.#messages(unit.projectId);
  }

  /** Every content under a key, their cases and their alerts. */
  async #notification(key: string): Promise<void> {
    if (this.#others.some(({ keys }) => keys.has(key))) return;
    const { projectId } = partsOfKey(key);
    for await (const content of this.#tools.items.contents(key)) {
      this.counts.notifications++;
      await this.#tools.items.change("notifications", content, this.#holds);
      for (const id of alertIdsOf(content))
        if (!this.#seen.has(id)) await this.#alerts(projectId, id, id, () => true);
      // Officers were alerted to nothing else.
      if (content.said?.risk === "illegal") await this.#cases(caseOfNotification(content).subject);
    }
  }

  /** Every score of a wallet, its cases and alerts. */
  async #wallet(wallet: WalletName): Promise<void> {
    const name = historyKey(wallet);
    if (this.#others.some(({ wallets }) => wallets.has(name))) return;
    const speaksOf = { keys: new Set<string>(), wallets: new Map([[name, wallet]]) };
    for await (const score of this.#tools.items.scores(wallet)) {
      this.counts.scores++;
      await this.#tools.items.change("walletScans", score, this.#holds);
      if (score.alertedAt === undefined) continue;
      const from = new Date(Date.parse(score.alertedAt) - ALERTING_MS).toISOString();
      await this.#alerts(wallet.projectId, from, `${score.alertedAt}${END}`, (one) =>
        areNamedBy(one, speaksOf),
      );
    }
    await this.#cases(walletSubject(wallet));
  }

  async #cases(subject: string): Promise<void> {
    for await (const one of this.#tools.items.cases(subject)) {
      this.counts.cases++;
      await this.#tools.items.change("cases", one, this.#holds);
    }
  }

  /** The alerts whose ids lie between two, as far as they are wanted. */
  async #alerts(projectId: number, from: string, to: string, isWanted: (alert: HeldMessage) => boolean) {
    for await (const page of this.#tools.items.messages(projectId, from, to))
      for (const alert of page.filter((one) => isWanted(one) && !this.#seen.has(one.id))) {
        this.#seen.add(alert.id);
        if (this.#isOthers(alert)) continue;
        this.counts.alerts++;
        await this.#tools.items.change("alerts", alert, this.#holds);
      }
  }

  /**
   * The messages that nothing else leads to: reminders name cases, and an alert that was kept because it may have been another's
   * is let go with the last hold.
   */
  async #messages(projectId: number): Promise<void> {
    const since = this.#holds ? madeSince(this.#hold) : EVER;
    for await (const page of this.#tools.items.messages(projectId, since, END)) {
      const others = page.filter(({ expiresAt }) => isHeld(expiresAt) !== this.#holds);
      if (others.length > 0) await this.lookBeside();
      const wanted = others.filter((one) =>
        this.#holds ? areNamedBy(one, this.#own) : !this.#isOthers(one),
      );
      await pMap(wanted, (one) => this.#tools.items.change("alerts", one, this.#holds), {
        concurrency: CONCURRENTLY,
      });
    }
  }

  /** Reports whether another user on hold has a message. A message that does not list all of its subjects may be any user's. */
  #isOthers(message: HeldMessage): boolean {
    return this.#others.some(
      (one) =>
        one.alerts.has(message.id) ||
        (message.subjectCount !== undefined && one.keys.size + one.wallets.size > 0) ||
        areNamedBy(message, one),
    );
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

/** By the keys of notifications, the names of wallets as {@link historyKey} makes them, and the ids of alerts. */
interface Belongings {
  keys: Set<string>;
  wallets: Map<string, WalletName>;
  alerts: Set<string>;
}

/** Records that users have, or had when a hold on them was applied; also records that name one of their wallets and no user. */
async function belongingsOf(users: ReadonlySet<string>, tools: HoldTools): Promise<Belongings> {
  const found: Belongings = { keys: new Set(), wallets: new Map(), alerts: new Set() };
  const addWallet = (wallet: WalletName) => {
    // No other was ever scanned.
    if (canBeWallet(wallet)) found.wallets.set(historyKey(wallet), wallet);
  };
  const addNotification = ({
    key,
    alert,
  }: {
    key: string;
    alert?: { id?: string | undefined } | undefined;
  }) => {
    found.keys.add(key);
    if (alert?.id !== undefined) found.alerts.add(alert.id);
  };
  for await (const wallet of tools.ownedBy(users)) addWallet(wallet);
  for (const userId of users) {
    for (const name of await tools.holds.walletsOf(holdKeyOf(userId))) {
      const wallet = walletNamed(name);
      if (wallet !== undefined) addWallet(wallet);
    }
    for (const projectId of tools.projectIds)
      for await (const row of tools.items.indexed(userKeyOf(projectId, userId))) {
        addNotification(row);
        const { chainId, address } = row.said ?? {};
        if (chainId !== undefined && address !== undefined)
          addWallet({ projectId, chainId, address: address.address });
      }
  }
  await pMap(
    found.wallets.values(),
    async ({ projectId, address, chainId }) => {
      for await (const row of tools.items.indexed(walletUserKeyOf(projectId, address)))
        if (row.said?.chainId === chainId) addNotification(row);
    },
    { concurrency: CONCURRENTLY },
  );
  return found;
}

/** Reports whether a message names one of their records. */
function areNamedBy(
  { projectId, subjects }: HeldMessage,
  { keys, wallets }: Pick<Belongings, "keys" | "wallets">,
): boolean {
  return subjects.some((subject) =>
    "key" in subject
      ? keys.has(subject.key)
      : wallets.has(historyKey({ projectId: Number(projectId), ...subject })),
  );
}
