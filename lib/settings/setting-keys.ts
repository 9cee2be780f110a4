/** The names of settings as people write them: which mean something, and what was meant by those that do not. */

import { distance } from "fastest-levenshtein";
import * as z from "zod/mini";

/** Everything is in CDK's context; its own keys hold one of these, and ours never do. */
const OF_CDK = /[-:/@]/;

/** Reports whether a key of a context is ours, or CDK's own. */
export function isSettingKey(key: string): boolean {
  return !OF_CDK.test(key);
}

/** The parts of a key: `projects[1].id` and `projects.1.id` are the same. */
export function partsOf(key: string): string[] {
  return key.replace(/\[(\d+)\]/g, ".$1").split(".");
}

/**
 * Problems of keys: keys that name no setting, and keys that look like CDK's own but are near one of ours.
 * @returns a sentence for each
 */
export function wrongKeys(keys: readonly string[], settings: z.ZodMiniType): string[] {
  const names = settingNames(settings);
  return keys.flatMap((key) => {
    const parts = partsOf(key);
    const own = parts[0] === "stages" ? parts.slice(2) : parts;
    const name = own.map((part) => (/^\d+$/.test(part) ? "[]" : part)).join(".");
    if (isSettingKey(key) && (own.length === 0 || names.has(name))) return [];
    const meant = nearest(name, names, isSettingKey(key) ? MAX_SLIPS : 0);
    if (meant === undefined && !isSettingKey(key)) return [];
    const prefix = parts[0] === "stages" ? `stages.${parts[1]}.` : "";
    return [`${key}: no such setting; ${meant === undefined ? ALL : `write ${prefix}${written(meant)}`}`];
  });
}

const ALL = "README.md lists them all under Settings";

/** Number of wrong letters up to which a name is taken for another one. */
const MAX_SLIPS = 2;

/** `projects.[].id` as it can be typed. */
function written(name: string): string {
  return name.replaceAll(".[]", "[0]");
}

/** Every name of a setting or a section, with `[]` for an entry of a list or a year. */
function settingNames(settings: z.ZodMiniType): Set<string> {
  const names = new Set<string>(["stages"]);
  const walk = (schema: unknown, path: string[]): void => {
    if (path.length > 0) names.add(path.join("."));
    const { properties = {}, items, additionalProperties } = part.parse(schema);
    for (const [key, inner] of Object.entries(properties)) walk(inner, [...path, key]);
    if (items !== undefined) walk(items, [...path, "[]"]);
    // A record by year, as `uma`.
    if (typeof additionalProperties === "object") walk(additionalProperties, [...path, "[]"]);
  };
  walk(z.toJSONSchema(settings, { unrepresentable: "any" }), []);
  return names;
}

const part = z.looseObject({
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
});

function nearest(name: string, names: ReadonlySet<string>, most: number): string | undefined {
  const typed = letters(name);
  const [found] = [...names]
    // CDK's own keys, a hundred of them in cdk.json, are mostly longer than any name: they are compared with none.
    .filter((one) => Math.abs(letters(one).length - typed.length) <= most)
    .map((one) => ({ one, slips: distance(typed, letters(one)) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  return found?.one;
}

/** `alert-emails`, `alertemails` and `AlertEmails` are all meant as `alertEmails`. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
