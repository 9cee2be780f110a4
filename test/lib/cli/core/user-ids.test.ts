import { describe, expect, it } from "vitest";
import { areLookAlikes, exactId, LookAlikes, oddUserId } from "../../../../lib/cli/core/user-ids.ts";

describe("an id of a user in a file", () => {
  it.each([
    ["u-9 ", ["userId begins or ends with white space, and is found by exactly that"]],
    ["\u00a0u-9", ["userId begins or ends with white space, and is found by exactly that"]],
    ["u\u00a09", ["userId holds white space that no one tells from a blank, and is found by exactly that"]],
    ["u  9", ["userId holds white space that no one tells from a blank, and is found by exactly that"]],
    ["u-9\u200b", ["userId: holds characters that no one sees, and is found by exactly that"]],
    ["u\u00ad9\u202e", ["userId: holds characters that no one sees, and is found by exactly that"]],
    ['"u-9"', ["userId is in quotation marks, and is found by exactly that"]],
    ["3-ene", ["userId reads like a day, which a spreadsheet makes of ids such as 3-1"]],
    ["Mar-01", ["userId reads like a day, which a spreadsheet makes of ids such as 3-1"]],
    ["u-9", []],
    ["u 9", []],
    ["O'Neil", []],
    ["3-mars", []],
  ])("is odd for a reason: %j", (id, reasons) => {
    expect([...oddUserId(id)]).toEqual(reasons);
  });

  it.each([
    ["JOSÉ-1", "JOSE\u0301-1"],
    ["U-90", "u-90"],
    ["U-90", "U\u201090"],
    ["U-90", "U\u201390"],
    ["U-90", "U\u221290"],
    ["00123", "123"],
    ["u-9", "u-9 "],
    ["u-9", "u-9\u200b"],
    ["u 9", "u\u00a09"],
    ["u9", "ｕ９"],
    ["ﬁ-1", "fi-1"],
  ])("looks like another to a reader: %s and %s", (a, b) => {
    expect([areLookAlikes(a, b), areLookAlikes(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["u-9", "u-9"],
    ["u-9", "u_9"],
    ["u-9", "u9"],
    ["u-007", "u-7"],
    ["jose-1", "josé-1"],
    ["0", "00a"],
    ["1230", "123"],
    ["\u200b", "\u2060"],
  ])("can be told apart, or is the same: %s and %s", (a, b) => {
    expect(areLookAlikes(a, b)).toBe(false);
  });

  it("is shown as it is, or as a shell reads it where a reader would not see it whole", () => {
    expect(["u-1", "José", "u 1", "U\u201090", "JOSE\u0301"].map(exactId)).toEqual([
      "u-1",
      "José",
      "'u 1'",
      "$'U\\xe2\\x80\\x9090'",
      "$'JOSE\\xcc\\x81'",
    ]);
  });
});

describe("the ids of a file", () => {
  const idsOf = (...ids: string[]) => {
    const lookAlikes = new LookAlikes();
    for (const [index, id] of ids.entries()) lookAlikes.add(index + 2, id);
    return lookAlikes;
  };

  it("are named once by their lines where a reader cannot tell them apart", () => {
    expect(idsOf("U-90", "7", "u-90", "U\u201090", "007", "u-90", "x").sentence()).toBe(
      "userId: ids that a reader cannot tell apart, and that are different users (lines 2, 4, 5; lines 3, 6)",
    );
    expect(idsOf("u-1", "u-2", "u-1").sentence()).toBeUndefined();
  });

  it("are named as far as a person reads them", () => {
    const many = Array.from({ length: 8 }, (_, group) =>
      Array.from({ length: 7 }, (_, zeros) => `${"0".repeat(zeros)}${group + 1}`),
    ).flat();
    expect(idsOf(...many).sentence()).toMatch(
      /^userId: .* \(lines 2, 3, 4, 5, 6 and 2 more; lines 9, .*; and 3 more groups\)$/,
    );
  });

  it("have one that looks like another that is stored", () => {
    const ids = idsOf("U-90", "u-1");
    expect(ids.otherThan("u-90")).toBe("U-90");
    expect([ids.otherThan("U-90"), ids.otherThan("u-2")]).toEqual([undefined, undefined]);
  });
});
