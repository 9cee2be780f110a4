/** What the desk's pages take, with little and with much stored, and what having a desk costs a notification. */

import { spentBy } from "../environment/aws-calls.ts";
import { tablesAt } from "../environment/emulated-tables.ts";
import { queuedBody, queueEvent } from "../environment/events.ts";
import { FilledDesk, type Queried } from "../environment/filled-desk.ts";
import { Machinery } from "../environment/machinery.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { type Figure, figure } from "../figure.ts";
import { FunctionHost } from "../processes/function-host.ts";
import { compared, interleaved } from "../statistics.ts";

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = 31;
const OF = "the same with 1,000 stored";

export async function measureDesk(): Promise<Figure[]> {
  const few = await FilledDesk.fill(FEW);
  try {
    const many = await FilledDesk.fill(MANY);
    try {
      return [
        ...(await queries("inbox", few, many, (desk) => desk.inboxQueries())),
        ...(await queries("wallets", few, many, (desk) => desk.walletQueries())),
        ...(await reminders(few, many)),
        ...(await pages(many)),
        ...(await writes()),
      ];
    } finally {
      await many.close();
    }
  } finally {
    await few.close();
  }
}

/** The queries of a first page. */
async function queries(
  page: string,
  few: FilledDesk,
  many: FilledDesk,
  query: (desk: FilledDesk) => Promise<Queried>,
): Promise<Figure[]> {
  const units: Record<"few" | "many", number[]> = { few: [], many: [] };
  const timed = async (desk: FilledDesk, spent: number[]) => {
    const { milliseconds, readUnits } = await query(desk);
    spent.push(readUnits);
    return milliseconds;
  };
  for (let round = 0; round < 5; round++) await Promise.all([query(few), query(many)]);
  const times = await interleaved(ROUNDS, {
    few: () => timed(few, units.few),
    many: () => timed(many, units.many),
  });
  return [
    compared({ id: `desk.${page}.readUnits`, unit: "units", of: OF }, units.many, units.few),
    compared({ id: `desk.${page}.time`, unit: "ms", of: OF }, times.many, times.few),
  ];
}

/** The hour of a day in which its messages go out, which counts all that is undecided, and the hour after it. */
async function reminders(few: FilledDesk, many: FilledDesk): Promise<Figure[]> {
  // Nine o'clock where the officers are; the cases are months old.
  const [nine, ten] = ["2026-03-10T15:00:00.000Z", "2026-03-10T16:00:00.000Z"];
  const day = { few: await few.remind(nine, 2), many: await many.remind(nine, 2) };
  const hour = { few: await few.remind(ten, 0), many: await many.remind(ten, 0) };
  const one = (id: string, { few: less, many: more }: typeof day, note: string) => [
    compared({ id: `desk.${id}.readUnits`, unit: "units", of: OF, note }, [more.readUnits], [less.readUnits]),
    compared({ id: `desk.${id}.time`, unit: "ms", of: OF }, [more.milliseconds], [less.milliseconds]),
  ];
  return [
    ...one("reminders", day, "once a day, all of them undecided: each is read and counted"),
    ...one("remindersSent", hour, "every other hour"),
  ];
}

/** The server's time for an inbox page, and what pages of 50 rows are over the wire. */
async function pages(desk: FilledDesk): Promise<Figure[]> {
  for (let round = 0; round < 10; round++) await desk.look("/");
  const times = await interleaved(ROUNDS, {
    page: async () => (await desk.look("/")).milliseconds,
    queries: async () => (await desk.inboxQueries()).milliseconds,
  });
  const sizes: Figure[] = [];
  for (const [name, path] of [
    ["inbox", "/"],
    ["notifications", "/notifications"],
    ["wallets", "/wallets"],
    ["overview", "/overview?month=2026-01&project=1"],
  ] as const) {
    const { bytes } = await desk.look(path);
    const of = name === "overview" ? "a month of one project" : "a page of 50 rows";
    sizes.push(figure(`desk.${name}.bytes`, bytes / 1_024, "KiB", `${of}, compressed`));
  }
  const of = "the queries in it";
  return [compared({ id: "desk.inbox.server", unit: "ms", of }, times.page, times.queries), ...sizes];
}

/** What a notification costs more to be stored where there is a desk. */
async function writes(): Promise<Figure[]> {
  const found: Figure[] = [];
  for (const risk of ["warn", "illegal"] as const) {
    const [without, withDesk] = [await writeUnits(risk, {}), await writeUnits(risk, { desk: true })];
    const note = `${withDesk} beside ${without}, of one with an alert of its own`;
    found.push(figure(`desk.${risk}.moreWriteUnits`, withDesk - without, "units", note));
  }
  return found;
}

async function writeUnits(
  risk: "warn" | "illegal",
  context: Readonly<Record<string, unknown>>,
): Promise<number> {
  const machinery = await Machinery.start(undefined, context);
  const host = new FunctionHost(machinery.function("StoreNotifications"), true);
  try {
    await host.invoke(queueEvent(queuedBody(bodyOf({ id: 1, bytes: 1_434, risk }))));
    const tables = await tablesAt(machinery.emulators.urls.dynamodb, context);
    return spentBy(host.calls, tables).writeUnits;
  } finally {
    host.close();
    await machinery.close();
  }
}
