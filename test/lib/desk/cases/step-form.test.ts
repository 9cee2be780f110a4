/** What officers type is stored as it shows. */

import { expect, it } from "vitest";
import { parseNote, parseNoticeRequest } from "../../../../lib/desk/cases/step-form.ts";

it.each(["202e", "202a", "2066", "200f", "061c"])(
  "drops U+%s, which shows text in another order, from folios and notes",
  (digits) => {
    const mark = String.fromCodePoint(Number.parseInt(digits, 16));
    const fields = {
      reference: `AVI-${mark}12`,
      receivedOn: `2026-03-${mark}02`,
      note: `Seen${mark} twice.`,
    };
    expect(parseNoticeRequest(fields, "monthly", "America/Mexico_City")).toMatchObject({
      filing: { reference: "AVI-12", receivedOn: "2026-03-02" },
      note: "Seen twice.",
    });
  },
);

it("keeps the lines of a note, without control characters", () => {
  expect(parseNote({ note: "\u0000First.\r\n\tSecond.\r\n" })).toBe("First.\n Second.");
});
