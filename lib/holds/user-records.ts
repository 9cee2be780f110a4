/** The records of one user under a hold: finds them, and keeps them from expiring or lets them go. */

import pMap from "p-map";
import { caseOfNotification, walletSubject } from "../cases/case-keys.ts";
import { alertIdsOf } from "../notifications/course.ts";
import { partsOfKey } from "../notifications/notification-keys.ts";
import { historyKey, type WalletName } from "../wallets/wallet-keys.ts";
import { areNamedBy, type Belongings, ofNobody } from "./belongings.ts";
import type { HeldItems } from "./held-items.ts";
import {
  type HeldAlert,
  type HeldScore,
  type IndexedNotification,
  isAsOrdered,
  placeOf,
} from "./held-records.ts";
import { type HeldCounts, NOTHING_FOUND } from "./hold.ts";

const CONCURRENTLY = 25;

export interface UserRecordsOptions {
  items: HeldItems;
  /** Whether the records are to be held; else they are let go. */
  holds: boolean;
  /** What others who are held have too: it is not let go. */
  others: Belongings;
  /** What was found before. */
  counts: HeldCounts | undefined;
}

export class UserRecords {
  readonly counts: HeldCounts;
  readonly #items: HeldItems;
  readonly #holds: boolean;
  readonly #others: Belongings;
  /** An alert may speak of many notifications. */
  readonly #alerts = new Set<string>();

  constructor({ items, holds, others, counts = NOTHING_FOUND }: UserRecordsOptions) {
    this.#items = items;
    this.#holds = holds;
    this.#others = others;
    this.counts = { ...counts };
  }

  /** Every content of these notifications, their cases and their alerts. */
  async notifications(rows: readonly IndexedNotification[]): Promise<void> {
    const keys = new Set(rows.map(({ key }) => key).filter((key) => !this.#others.keys.has(key)));
    await pMap(keys, (key) => this.#notification(key), { concurrency: CONCURRENTLY });
  }

  async #notification(key: string): Promise<void> {
    for await (const content of this.#items.contents(key)) {
      this.counts.notifications++;
      await this.#change(content, placeOf.content(content));
      for (const id of alertIdsOf(content)) await this.#alertOf(key, id);
      // Officers were alerted to nothing else.
      if (content.risk === "illegal") await this.#cases(caseOfNotification(content).subject);
    }
  }

  /** Every score of a wallet, its cases and alerts, and the notifications about it that name nobody. */
  async wallet(wallet: WalletName): Promise<void> {
    if (this.#others.wallets.has(historyKey(wallet))) return;
    const { projectId } = wallet;
    const scores: HeldScore[] = await Array.fromAsync(this.#items.scores(wallet));
    this.counts.scores += scores.length;
    await pMap(scores, (score) => this.#change(score, placeOf.score(wallet, score)), {
      concurrency: CONCURRENTLY,
    });
    for (const { alertedAt } of scores) {
      if (alertedAt === undefined) continue;
      for await (const alert of this.#items.alertsNotedAt(projectId, alertedAt))
        if (alert.subjects.some((subject) => isWallet(subject, wallet))) await this.#alert(alert);
    }
    await this.#cases(walletSubject(wallet));
    for await (const rows of ofNobody(wallet, this.#items)) await this.notifications(rows);
  }

  /** Of messages that are not as they shall be those that speak of what the user has; let go are all that nobody else has. */
  async messages(found: readonly HeldAlert[], own: Belongings): Promise<void> {
    const wanted = found.filter((one) => (this.#holds ? areNamedBy(one, own) : !this.#isOthers(one)));
    await pMap(wanted, (one) => this.#change(one, placeOf.alert(one)), { concurrency: CONCURRENTLY });
  }

  async #cases(subject: string): Promise<void> {
    for await (const one of this.#items.cases(subject)) {
      this.counts.cases++;
      await this.#change(one, placeOf.case(one));
    }
  }

  async #alertOf(key: string, id: string): Promise<void> {
    if (this.#alerts.has(id)) return;
    for await (const alert of this.#items.alerts(String(partsOfKey(key).projectId), id, id))
      await this.#alert(alert);
  }

  async #alert(alert: HeldAlert): Promise<void> {
    if (this.#alerts.has(alert.id)) return;
    this.#alerts.add(alert.id);
    if (this.#isOthers(alert)) return;
    this.counts.alerts++;
    await this.#change(alert, placeOf.alert(alert));
  }

  /** Whether another user who is held has an alert. One that does not list all of its subjects may be anybody's. */
  #isOthers(alert: HeldAlert): boolean {
    const { keys, wallets, alerts } = this.#others;
    if (alerts.has(alert.id)) return true;
    if (alert.subjectCount !== undefined && keys.size + wallets.size > 0) return true;
    return areNamedBy(alert, this.#others);
  }

  async #change(item: { expiresAt: number }, place: Parameters<HeldItems["change"]>[0]): Promise<void> {
    if (!isAsOrdered(item, this.#holds)) await this.#items.change(place, this.#holds);
  }
}

function isWallet(subject: HeldAlert["subjects"][number], wallet: WalletName): boolean {
  return (
    "address" in subject && historyKey({ ...subject, projectId: wallet.projectId }) === historyKey(wallet)
  );
}
