/** Pages of the desk, with 100,000 cases, wallets and notifications stored beside 1,000. */

import type { RawCase } from "../../../lib/cases/case.ts";
import { DeskSessionStore } from "../../../lib/desk/frame/desk-sessions.ts";
import { keyOfWallet, rankOf } from "../../../lib/screening/wallets/wallet-keys.ts";
import { openedCase } from "../../support/case-items.ts";
import { pageEvent } from "../../support/function-events.ts";
import { bodyOf } from "./bodies.ts";
import { DESK_PAGES } from "./desk-pages.ts";
import { byTurns, compared, type Figure } from "./figures.ts";
import { FunctionHost } from "./function-host.ts";
import { itemOf } from "./item.ts";
import { Meter } from "./meter.ts";
import { BenchStack } from "./stack.ts";

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = 31;
const OF = "the same with 1,000 stored";
const HOUR_MS = 3_600_000;

/** The newest case was received then. */
const LAST = Date.parse("2026-03-31T12:00:00.000Z");

/** The newest 1,000 cases, which both desks have, fill a quarter; those of the large desk alone are older. */
const APART_MS = 2.5 * HOUR_MS;
const OLDER_MS = 60 * 24 * HOUR_MS;
const OLDER_APART_MS = 4 * 60_000;

export async function measureDesk(): Promise<Figure[]> {
  const few = await FilledDesk.start(FEW);
  const many = await FilledDesk.start(MANY);
  try {
    return await pages(few, many);
  } finally {
    await many.close();
    await few.close();
  }
}

/** Their read units, and the server's time. */
async function pages(few: FilledDesk, many: FilledDesk): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(DESK_PAGES)) {
    const [ofMany, ofFew] = [await many.unitsOf(path), await few.unitsOf(path)];
    for (let round = 0; round < 10; round++) await Promise.all([few.look(path), many.look(path)]);
    const times = await byTurns(
      ROUNDS,
      () => many.look(path),
      () => few.look(path),
    );
    figures.push(
      compared({ id: `desk.${name}.readUnits`, unit: "units", of: OF }, [ofMany], [ofFew]),
      compared({ id: `desk.${name}.time`, unit: "ms", of: OF }, times.own, times.reference),
    );
  }
  return figures;
}

class FilledDesk {
  readonly #stack: BenchStack;
  readonly #meter: Meter;
  readonly #server: FunctionHost;
  readonly #metered: FunctionHost;
  #cookie = "";

  private constructor(stack: BenchStack, meter: Meter) {
    this.#stack = stack;
    this.#meter = meter;
    this.#server = new FunctionHost(stack.function("ServeDesk"));
    this.#metered = new FunctionHost(meter.metered(stack.function("ServeDesk")));
  }

  /** A desk of its own with `count` cases, wallets and notifications of project 1, and an officer who is signed in. */
  static async start(count: number): Promise<FilledDesk> {
    const stack = await BenchStack.start({ desk: true });
    const { tables } = stack.names;
    await stack.fill(tables.cases, count, (id) => caseOf(id).head ?? {});
    await stack.fill(tables.cases, count, (id) => caseOf(id).items[0] ?? {});
    await stack.fill(tables.wallets, count, walletItem);
    await stack.fill(tables.notifications, count, (id) =>
      itemOf(id, bodyOf({ id, bytes: 1_000, wallets: 100 })),
    );
    const desk = new FilledDesk(stack, await Meter.start(stack));
    const endsAt = Date.now() + HOUR_MS;
    const person = { subject: "olga", name: "olga.officer@company.example", groups: ["officers"] };
    const sessions = new DeskSessionStore(stack.database, tables.deskSessions ?? "");
    desk.#cookie = await sessions.open({ endsAt, idleUntil: endsAt, person });
    return desk;
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.#metered.close()]);
    await this.#meter.close();
    await this.#stack.close();
  }

  /** @returns the milliseconds that a page takes */
  async look(path: string, server = this.#server): Promise<number> {
    const { result, milliseconds } = await server.invoke(pageEvent(path, this.#cookie));
    const status: unknown = Reflect.get(Object(result), "statusCode");
    if (status !== 200) throw new Error(`The desk answered ${path} with ${status}.`);
    return milliseconds;
  }

  /** @returns the read units of a page, once what is kept between pages is known */
  async unitsOf(path: string): Promise<number> {
    await this.look(path, this.#metered);
    this.#meter.restart();
    await this.look(path, this.#metered);
    return this.#meter.readUnits;
  }
}

function addressOf(id: number): string {
  return `0x${id.toString(16).padStart(40, "0")}`;
}

/** The case of an illegal notification, received before that of the id before. */
function caseOf(id: number): RawCase {
  const key = { subject: `notification#1#${id}`, opened: "once" };
  const older = id - FEW;
  const ago = older < 0 ? id * APART_MS : FEW * APART_MS + OLDER_MS + older * OLDER_APART_MS;
  const receivedAt = new Date(LAST - ago).toISOString();
  return openedCase(key, {
    kind: "notification",
    projectId: 1,
    risk: "illegal",
    laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    chainId: "42161",
    address: addressOf(id),
    userId: `u-${id}`,
    amount: { value: "1000000000000000000", usd: "3000" },
    token: { symbol: "ETH", decimals: 18 },
    receivedAt,
  });
}

/** A wallet with a score from the first band line up. */
function walletItem(id: number): Record<string, unknown> {
  const name = { projectId: 1, chainId: "1", address: addressOf(id) };
  const score = 20 + (id % 8_000) / 100;
  return {
    ...keyOfWallet(name),
    rank: rankOf(score),
    score,
    userId: `u-${id}`,
    source: "notification",
    firstSeenAt: "2026-01-01T00:00:00.000Z",
    lastSeenAt: "2026-01-01T00:00:00.000Z",
    waitingSince: "2026-01-02T00:00:00.000Z",
    scannedAt: "2026-01-02T00:00:00.000Z",
  };
}
