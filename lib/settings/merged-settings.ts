/** The order in which settings win: vigia.json's values for all stages, those of the stage, and last what was typed. */

import { isObject } from "../contract/exact-json.ts";
import { partsOf } from "./setting-keys.ts";

/**
 * The settings of one stage: `ofStage`, what vigia.json says under its name, is a JSON Merge Patch (RFC 7396) of what is
 * said for all: objects are merged deep, lists and all else are replaced, and null takes a setting away.
 * @param typed values of `-c key=value` by their dotted names, which win over both
 */
export function mergedSettings(
  shared: object,
  ofStage: object,
  typed: Readonly<Record<string, unknown>>,
): object {
  return withTyped(patched(shared, ofStage), Object.entries(typed));
}

function patched(target: object, patch: object): object {
  const merged = new Map<string, unknown>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = merged.get(key);
    if (value === null) merged.delete(key);
    else if (isObject(value)) merged.set(key, patched(isObject(before) ? before : {}, value));
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

type Entry = readonly [key: string, value: unknown];

/**
 * A copy of `settings` with more: whole keys, then dotted ones, which win over what the section says: it is how a
 * single setting is overridden on the command line.
 */
export function withTyped(settings: object, entries: readonly Entry[]): object {
  const isDotted = ([key]: Entry) => partsOf(key).length > 1;
  const whole = Object.fromEntries(entries.filter((entry) => !isDotted(entry)));
  const copy: object = structuredClone({ ...settings, ...whole });
  for (const [key, value] of entries.filter(isDotted)) setAt(copy, partsOf(key), value);
  return copy;
}

function setAt(branch: object, [key = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    Reflect.set(branch, key, value);
    return;
  }
  const next = asBranch(Reflect.get(branch, key)) ?? emptyBranch(rest);
  Reflect.set(branch, key, next);
  setAt(next, rest, value);
}

/** A list is a branch too, as in `projects.0.mexico`; a section given as JSON text becomes what it says. */
function asBranch(value: unknown): object | undefined {
  if (typeof value === "object" && value !== null) return value;
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A number of four digits is a year, as in `uma.2027`; no list is so long. */
function emptyBranch([key = ""]: string[]): object {
  return /^\d{1,3}$/.test(key) ? [] : {};
}
