/** Errors of the service that may hold a notification go to officers too. */

import { expect, it } from "vitest";
import { isPlainSentence } from "../../../lib/alerts/webhook-alerts.ts";

it.each(["Invalid chain: 5", "No se pudo leer la red (RATE_LIMIT), intente más tarde.", ""])(
  "takes %j for a plain sentence",
  (text) => expect(isPlainSentence(text)).toBe(true),
);

it.each([
  '{"a":1}',
  "u-1: illegal transaction",
  "ｉｌｌｅｇａｌ transaction of u-1",
  "ille\u200bgal transaction of u-1",
  "operación ilícita de u-1",
  "found on a list of OFAC",
  "type=notification&id=5",
  "eyJ0eXBlIjoibm90aWZpY2F0aW9uIiwiZGF0YSI6e30",
  "a".repeat(10).concat(" ").repeat(28),
])("lets officers see %j too", (text) => expect(isPlainSentence(text)).toBe(false));
