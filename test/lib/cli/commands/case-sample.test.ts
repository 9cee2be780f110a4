import { expect, it } from "vitest";
import { sizeOption } from "../../../../lib/cli/commands/cases/case-sample.ts";

it("a sample is of one to five hundred cases, in digits", () => {
  expect(["1", "25", "500"].map((size) => sizeOption.parse(size))).toEqual([1, 25, 500]);
  for (const size of ["0", "501", "1000000000", "1e2", "0x10", "2.5", "-1", " 5", ""]) {
    const { error } = sizeOption.safeParse(size);
    expect([size, error?.issues.map(({ message }) => message)]).toEqual([
      size,
      ["expected a number from 1 to 500"],
    ]);
  }
});
