import { expect, it } from "vitest";
import { paperIn } from "../../../../lib/desk/kit/printed-sheet.ts";

it.each([
  ["America/Mexico_City", "letter"],
  ["America/Tijuana", "letter"],
  ["Mexico/General", "letter"],
  ["America/New_York", "letter"],
  ["America/Bogota", "letter"],
  ["America/Santiago", "letter"],
  ["America/Buenos_Aires", "A4"],
  ["America/Sao_Paulo", "A4"],
  ["Europe/Madrid", "A4"],
  ["UTC", "A4"],
])("the paper of %s is %s", (timeZone, paper) => {
  expect(paperIn(timeZone)).toBe(paper);
});
