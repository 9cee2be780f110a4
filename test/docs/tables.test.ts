/** The items on the page of tables have the attributes that the code stores, each of its type. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { readBodyAt, recordRead } from "../support/deliveries.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import { type Item, TableInMemory } from "../support/table-in-memory.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/tables.md"), "utf8");

/** `attribute: type` of the item under a heading, in order. */
function typesShown(heading: string): string[] {
  const [, section = ""] = PAGE.split(`### ${heading}\n`);
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  return Object.entries(JSON.parse(json).Item)
    .map(([name, value]) => `${name}: ${Object.keys(Object(value)).join()}`)
    .sort();
}

function typesStored(item: Item): string[] {
  return Object.entries(item)
    .map(([name, value]) => `${name}: ${typeOf(value)}`)
    .sort();
}

function typeOf(value: unknown): string {
  if (value instanceof Uint8Array) return "B";
  if (Array.isArray(value)) return "L";
  return typeof value === "number" ? "N" : "S";
}

it("shows a current item, a revision, an error and a quarantined body as they are stored", async () => {
  const table = new TableInMemory(() => Promise.resolve());
  const store = new NotificationStore(table.client, "notifications");
  const bodies = [
    notificationBody({ inflictedLaws: [LFPIORPI] }),
    notificationBody({ inflictedLaws: [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }] }),
    { type: "error", data: "The index of chain 137 is behind." },
    notificationBody({ inflictedLaws: [{ ...LFPIORPI, risk: "severe" }] }),
  ];
  for (const [second, body] of bodies.entries()) {
    const at = `2026-03-01T12:00:0${second}.000Z`;
    const { stored } = await recordRead(readBodyAt(at, JSON.stringify(body)), store);
    // Operations alone hear of this error: no message to officers names it.
    await store.markAlerted(stored, { at, id: stored.kind === "error" ? undefined : "an alert" });
  }
  const items = [...table.items.values()];
  const found = (matches: (key: string, revision: string) => boolean) =>
    items.filter(({ key, revision }) => matches(String(key), String(revision))).map(typesStored);
  expect(found((key, revision) => key === "1#42" && revision.startsWith("current#"))).toEqual([
    typesShown("A current item"),
  ]);
  expect(found((_, revision) => revision.startsWith("revision#"))).toEqual([typesShown("A revision")]);
  expect(found((key) => key.startsWith("1#error#"))).toEqual([typesShown("An error of the service")]);
  expect(found((key) => key.startsWith("1#quarantined#"))).toEqual([typesShown("A quarantined body")]);
});
