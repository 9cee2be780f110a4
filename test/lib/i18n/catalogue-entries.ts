/** Every text of the catalogue, and of the alarms, with a key that names its place. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { TOPIC_NAMES } from "../../../infra/alerting.ts";
import { ALARMS } from "../../../infra/monitoring.ts";

export interface Entry {
  key: string;
  en: string;
  es: string;
}

const groups = z.record(z.string(), z.record(z.string(), z.object({ en: z.string(), es: z.string() })));
/** What a text is, and its languages. */
const CODE = ["texts.ts", "language.ts"];
const folder = join(import.meta.dirname, "../../../lib/i18n/catalogue");

/** Reads all files of the catalogue: each exports groups of texts. */
export async function catalogueEntries(): Promise<Entry[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !CODE.includes(file),
  );
  const entries = await Promise.all(
    files.map(async (file) =>
      Object.entries(groups.parse({ ...(await import(join(folder, file))) })).map(
        ([group, texts]) => [`${file}:${group}`, texts] as const,
      ),
    ),
  );
  return [...entries.flat(), ["alarms", ALARMS] as const, ["topic", TOPIC_NAMES] as const].flatMap(
    ([group, texts]) =>
      Object.entries<{ en: string; es: string }>(texts).map(([name, text]) => ({
        key: `${group}.${name}`,
        ...text,
      })),
  );
}

/** A text without its placeholders, declarations and quoted commands, which name no term. */
export function wordsOf(text: string): string {
  return text
    .replaceAll(/^\.(?:input|match|local).*$/gm, "")
    .replaceAll(/\{\$[^}]*\}|`[^`]*`|\w+\.\w+/g, " ");
}
