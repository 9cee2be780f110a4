import { describe, expect, it } from "vitest";
import { instantOf } from "../../../lib/i18n/time/calendar.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";

describe("the beginning of a day", () => {
  it.each([
    ["America/Mexico_City", "2026-03-02", "2026-03-02T06:00:00.000Z"],
    // The clocks are put forward at midnight: the day begins at one.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
    // They are put back to midnight: the first of the two hours is the day's, too.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ])("in %s of %s is the first moment that is of that day", (timeZone, day, begins) => {
    const zone = zonedTimes("en", timeZone);
    expect(zone.startOf(day)).toBe(begins);
    expect(zone.day(begins)).toBe(day);
    expect(zone.day(new Date(Date.parse(begins) - 1).toISOString())).not.toBe(day);
  });

  it("is the end of the day before, also where that has twenty-three or twenty-five hours", () => {
    const zone = zonedTimes("en", "America/Santiago");
    expect(zone.startOf("2026-09-05", 1)).toBe(zone.startOf("2026-09-06"));
    expect(zone.startOf("2026-04-04", 1)).toBe("2026-04-05T04:00:00.000Z");
    expect(zone.startOf("2026-04-04")).toBe("2026-04-04T03:00:00.000Z");
  });
});

it("a day in a list has its year only where that is another", () => {
  const now = Date.parse("2026-11-22T12:00:00.000Z");
  const zone = zonedTimes("en", "America/Mexico_City");
  expect(zone.shortDay("2026-12-01T05:59:59.999Z", now)).toBe("Nov 30");
  expect(zone.shortDay("2027-01-01T05:59:59.999Z", now)).toBe("Dec 31");
  expect(zone.shortDay("2025-10-24T12:00:00.000Z", now)).toBe("Oct 24, 2025");
  expect(zonedTimes("es", "UTC").shortDay("2026-10-24T12:00:00.000Z", now)).toBe("24 oct");
  expect(zone.shortDay("no time", now)).toBeUndefined();
});

it("a time without a zone is taken for UTC, and says so", () => {
  const without = "2025-08-20T05:10:57.228";
  expect(zonedTimes("en", "America/Mexico_City").time(without)).toBe(
    "2025-08-19 23:10:57 UTC-6 (assumed to be UTC: no time zone given)",
  );
  expect(zonedTimes("es", "UTC").time(without)).toBe(
    "20 de agosto de 2025, 05:10:57 (UTC; se toma por UTC: sin zona horaria)",
  );
  expect(zonedTimes("en", "UTC").time(`${without}Z`)).toBe("2025-08-20 05:10:57 UTC");
});

it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59Z"])(
  "a time before 1970 is shown as it is written, without an offset: %s",
  (iso) => {
    for (const zone of [zonedTimes("en", "America/Mexico_City"), zonedTimes("es", "America/Mexico_City")]) {
      expect([zone.time(iso), zone.day(iso), zone.moment(iso)]).toEqual([undefined, undefined, iso]);
    }
  },
);

describe("the moment of a local time", () => {
  it.each([
    ["America/Mexico_City", "2026-03-01T18:30", "2026-03-02T00:30:00.000Z"],
    ["Europe/Madrid", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
    // The clocks skip the hour.
    ["Europe/Madrid", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
    ["America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00:00.000Z"],
    ["Pacific/Auckland", "2026-04-05T00:00", "2026-04-04T11:00:00.000Z"],
  ])("in %s at %s is %s", (timeZone, local, moment) => {
    expect(instantOf(local, timeZone)).toBe(moment);
  });

  it.each([
    "2026-02-30T00:00",
    "soon",
    "2",
    "2026",
    "11/10/2026 10:00",
    "1 Jan 2100",
    "2026-11-10T10:00+05:00",
  ])("is not read from %j", (local) => {
    expect(instantOf(local, "UTC")).toBeUndefined();
  });
});
