import { expect, it } from "vitest";
import { compareTexts } from "../../../../lib/i18n/text/compare-texts.ts";

it("a sort by text puts the earlier time first, and leaves what is equal in its order", () => {
  const events = [
    { at: "2026-01-02T00:00:00.000Z", name: "decided" },
    { at: "2026-01-01T00:00:00.000Z", name: "taken" },
    { at: "2026-01-02T00:00:00.000Z", name: "filed" },
  ];
  expect(events.toSorted((a, b) => compareTexts(a.at, b.at)).map(({ name }) => name)).toEqual([
    "taken",
    "decided",
    "filed",
  ]);
});

it("texts are ordered by code units, so that a capital is before every small letter", () => {
  expect(["b", "a", "B", "10", "9"].toSorted(compareTexts)).toEqual(["10", "9", "B", "a", "b"]);
});

it("equal texts are neither before nor after each other", () => {
  expect(compareTexts("a", "a")).toBe(0);
});
