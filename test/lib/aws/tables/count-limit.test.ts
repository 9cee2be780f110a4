import { expect, it } from "vitest";
import { CountLimit, MOST_COUNTED } from "../../../../lib/aws/tables/count-limit.ts";

/** A list of numbers that notes how far it was read. */
class List {
  read = 0;
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  async *[Symbol.asyncIterator]() {
    while (this.read < this.#length) yield this.read++;
  }
}

const length = async (items: AsyncIterable<unknown>) => (await Array.fromAsync(items)).length;

it("passes on all of several lists that fit together", async () => {
  const limit = new CountLimit(5);
  expect(await Promise.all([length(limit.of(new List(3))), length(limit.of(new List(2)))])).toEqual([3, 2]);
  expect(limit.isReached).toBe(false);
});

it("ends all lists at its bound, reads one item of each further, and says so", async () => {
  const limit = new CountLimit(5);
  const lists = [new List(100), new List(100)] as const;
  const lengths = await Promise.all(lists.map((list) => length(limit.of(list))));
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(5);
  expect(lists.reduce((sum, { read }) => sum + read, 0)).toBe(7);
  expect(limit.isReached).toBe(true);
});

it("reads 20,000 items where nothing else is said", async () => {
  const limit = new CountLimit();
  expect(await length(limit.of(new List(20_001)))).toBe(20_000);
  expect(MOST_COUNTED).toBe(20_000);
});
