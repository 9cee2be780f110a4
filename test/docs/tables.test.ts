/** The items on the page of tables are those that the code stores. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { beginning as beginningShape, chainedCase } from "../../lib/cases/case.ts";
import { attributesOf } from "../../lib/cases/case-attributes.ts";
import { beginningOf } from "../../lib/cases/chain.ts";
import { step } from "../../lib/cases/step.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { readBodyAt, recordRead } from "../support/deliveries.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import { type Item, TableInMemory } from "../support/table-in-memory.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/tables.md"), "utf8");

/** The item under a heading, as the command prints it. */
function shown(heading: string): Record<string, unknown> {
  const [, section = ""] = PAGE.split(`# ${heading}\n`);
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  return JSON.parse(json).Item;
}

/** `attribute: type` of the item under a heading, in order. */
function typesShown(heading: string): string[] {
  return Object.entries(shown(heading))
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

it("shows a case whose every attribute follows from its beginning and its steps", () => {
  const item = plain({ M: shown("Cases") });
  const { subject, opened, beginning, steps } = chainedCase.parse(item);
  const roots = {
    subject,
    opened,
    beginning: beginningShape.parse(beginning),
    steps: z.array(step).parse(steps),
  };
  expect({ ...roots, ...attributesOf(roots) }).toEqual(item);
  expect(steps?.[0]?.["previous"]).toBe(beginningOf(roots));
});

/** The value of an attribute without its types. */
function plain(typed: unknown): unknown {
  const [[type, value] = []] = Object.entries(Object(typed));
  if (type === "N") return Number(value);
  if (type === "L") return z.array(z.unknown()).parse(value).map(plain);
  if (type !== "M") return value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]));
}
