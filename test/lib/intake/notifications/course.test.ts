import { expect, it } from "vitest";
import { type Course, courseAfter, type Sight } from "../../../../lib/intake/notifications/course.ts";

const sight = (by: string, at: string, risk: Sight["risk"], laws = "a"): Sight => ({
  ...{ by, at, risk, laws },
  version: `v${by}`,
  saysAgain: false,
});

/** The course after deliveries, in the order in which they are worked on. */
function after(known: Course | undefined, ...sights: readonly Sight[]): Course | undefined {
  return sights.reduce((course, one) => courseAfter(course, one).course, known);
}

it("owes the alert of a return that never went out by the next return of its day, too", () => {
  const day = [
    sight("1", "2026-03-01T08:00:00.000Z", "illegal"),
    sight("2", "2026-03-02T09:00:00.000Z", "none"),
    sight("3", "2026-03-02T10:00:00.000Z", "illegal"),
  ];
  const again = [
    sight("4", "2026-03-02T11:00:00.000Z", "none"),
    sight("5", "2026-03-02T12:00:00.000Z", "illegal"),
  ];
  const returned = after(undefined, ...day);
  expect(returned?.returned).toMatchObject({ by: "3", owes: true });
  expect(after(returned, ...again)?.returned).toMatchObject({ by: "5", owes: true });

  const told = returned?.returned && { ...returned, returned: { ...returned.returned, owes: false } };
  expect(after(told, ...again)?.returned).toMatchObject({ by: "5", owes: false });
});

it("is illegal by the laws that were received last, also where they are worked on behind the withdrawal", () => {
  const laws = sight("2", "2026-03-02T10:00:00.000Z", "illegal", "b");
  const withdrawn = after(
    undefined,
    sight("1", "2026-03-01T10:00:00.000Z", "illegal"),
    sight("3", "2026-03-03T10:00:00.000Z", "none"),
  );
  const { turn, course } = courseAfter(withdrawn, laws);
  expect(turn).toBe("laws");
  expect(course).toMatchObject({ laws: { by: "2", digest: "b" }, withdrawn: { by: "3" } });
  expect(course?.returned).toBeUndefined();
  expect(courseAfter(course, laws)).toEqual({ turn, course });
  // A delivery from before the first of all has no effect later.
  const early = sight("0", "2026-02-01T10:00:00.000Z", "illegal", "c");
  expect(courseAfter(course, early)).toEqual({ turn: undefined, course });
});
