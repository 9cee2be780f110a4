import { describe, expect, it } from "vitest";
import { COMMON } from "../../../lib/i18n/catalogue/common.ts";
import { TRANSACTIONS } from "../../../lib/i18n/catalogue/transactions.ts";
import { WALLETS } from "../../../lib/i18n/catalogue/wallets.ts";
import { translatorOf } from "../../../lib/i18n/translator.ts";
import { ENGLISH, SPANISH } from "../../support/translators.ts";

describe("times", () => {
  it("are those of the time zone, which is named", () => {
    const at = "2025-08-20T05:10:57.000Z";
    expect(ENGLISH.time(at)).toBe("2025-08-20 05:10:57 UTC");
    expect(SPANISH.time(at)).toBe("19 de agosto de 2025, 23:10:57 (UTC-6)");
    expect(translatorOf("es", "America/Tijuana").time(at)).toBe("19 de agosto de 2025, 22:10:57 (UTC-7)");
    expect(translatorOf("en", "Asia/Kathmandu").time(at)).toBe("2025-08-20 10:55:57 UTC+5:45");
    expect([SPANISH.day(at), SPANISH.inWords("2025-02-01")]).toEqual(["2025-08-19", "1 de febrero de 2025"]);
  });

  it("begin a day at midnight as 00, and are undefined where a text names no moment", () => {
    expect(SPANISH.time("2026-01-01T06:00:00Z")).toBe("1 de enero de 2026, 00:00:00 (UTC-6)");
    expect([ENGLISH.time("some day"), ENGLISH.day("some day")]).toEqual([undefined, undefined]);
  });
});

describe("texts", () => {
  it("take plural and gender of their language", () => {
    const values = { count: 1, project: "1" };
    const many = { count: 12_345, project: "1" };
    expect(SPANISH.t(WALLETS.headline, values)).toBe(
      "El escaneo encontró 1 billetera por revisar en el proyecto 1.",
    );
    expect(SPANISH.t(WALLETS.headline, many)).toBe(
      "El escaneo encontró 12,345 billeteras por revisar en el proyecto 1.",
    );
    expect(ENGLISH.t(COMMON.more, { count: 1_000_000 })).toBe("... and 1,000,000 more.");
  });

  it("show a value unchanged, with any syntax in it", () => {
    expect(ENGLISH.t(TRANSACTIONS.ofUser, { user: "{$x} .match |a| \\ {{" })).toBe(
      "user {$x} .match |a| \\ {{",
    );
  });
});
