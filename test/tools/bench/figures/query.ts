/** What it takes to find notifications again, with few of them stored and with many. */

import { NotificationShelf } from "../environment/notification-shelf.ts";
import { type Figure, figure } from "../figure.ts";
import { compared, interleaved, median } from "../statistics.ts";

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = 31;
const EXPORTS = 3;
const OF = "the same with 1,000 stored";

/** The first page of an unfiltered list, and an export of everything. */
export async function measureQueries(): Promise<Figure[]> {
  const few = await NotificationShelf.fill(FEW);
  try {
    const many = await NotificationShelf.fill(MANY);
    try {
      return [...(await firstPage(few, many)), ...(await exports(few, many))];
    } finally {
      await many.close();
    }
  } finally {
    await few.close();
  }
}

async function firstPage(few: NotificationShelf, many: NotificationShelf): Promise<Figure[]> {
  const units = { few: [], many: [] } satisfies Record<string, number[]>;
  const timed = async (shelf: NotificationShelf, spent: number[]) => {
    const { milliseconds, readUnits } = await shelf.firstPage();
    spent.push(readUnits);
    return milliseconds;
  };
  // Connections are made, and code is compiled, with the first ones.
  for (let round = 0; round < 5; round++) await Promise.all([few.firstPage(), many.firstPage()]);
  const times = await interleaved(ROUNDS, {
    few: () => timed(few, units.few),
    many: () => timed(many, units.many),
  });
  return [
    compared({ id: "query.firstPage.readUnits", unit: "units", of: OF }, units.many, units.few),
    compared({ id: "query.firstPage.time", unit: "ms", of: OF }, times.many, times.few),
  ];
}

/** V8 takes what it is given before it collects: held to this, it shows what is needed. */
const LITTLE_MEMORY = ["--max-semi-space-size=1", "--max-old-space-size=48"];

async function exports(few: NotificationShelf, many: NotificationShelf): Promise<Figure[]> {
  const peaks = await interleaved(EXPORTS, {
    few: async () => (await few.export(...LITTLE_MEMORY)).peakMib,
    many: async () => (await many.export(...LITTLE_MEMORY)).peakMib,
  });
  const times = await interleaved(EXPORTS, {
    few: async () => (await few.export()).milliseconds,
    many: async () => (await many.export()).milliseconds,
  });
  const [first, all] = [median(times.few), median(times.many)];
  const note = "peak of the process, V8's heap held to 48 MiB";
  return [
    compared({ id: "query.export.memory", unit: "MiB", of: OF, note }, peaks.many, peaks.few),
    figure("query.export.time", all / 1_000, "s", "vigia notifications export, all 100,000"),
    figure("query.export.rate", (MANY - FEW) / ((all - first) / 1_000), "/s"),
  ];
}
