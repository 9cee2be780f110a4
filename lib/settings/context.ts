/**
 * Vigía's part of a CDK app's context, and the order in which its layers win: cdk.json's values for all stages, those
 * says under `stages.<name>`, and last what `-c key=value` says.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject } from "../contract/exact-json.ts";
import { isSettingKey, partsOf } from "./setting-keys.ts";

/** The settings of a context, not yet put together. */
export interface GivenSettings {
  /** Values of cdk.json for all stages. */
  shared: object;
  /** Content of `stages` in cdk.json; its form is not checked yet. */
  stages: unknown;
  /** Values of the command line, which win. */
  typed: readonly Entry[];
}

type Entry = readonly [key: string, value: unknown];

/**
 * Gathers our settings from a context.
 * @param written the context as cdk.json has it
 * @param typedKeys the keys that were typed. CDK does not say: it hands an app one context, in which `-c` has taken the
 *   place of what the file says. Then what is not in the file with the same value was typed.
 */
export function givenSettings(
  context: Record<string, unknown>,
  written: Record<string, unknown>,
  typedKeys?: readonly string[],
): GivenSettings {
  const ours = Object.entries(context).filter(([key]) => isSettingKey(key));
  const isWritten = ([key, value]: Entry) =>
    typedKeys === undefined
      ? key in written && isDeepStrictEqual(written[key], value)
      : !typedKeys.includes(key);
  const typed = ours.filter((entry) => !isWritten(entry));
  const own = withEntries({}, ours.filter(isWritten));
  const isOfStages = ([key]: Entry) => partsOf(key)[0] === "stages";
  const { stages, ...shared } = { stages: undefined, ...withEntries(own, typed.filter(isOfStages)) };
  return { shared, stages: asBranch(stages) ?? stages, typed: typed.filter((entry) => !isOfStages(entry)) };
}

/**
 * The settings of one stage: `ofStage`, what cdk.json says under its name, is a JSON Merge Patch (RFC 7396) of what is
 * said for all: objects are merged deep, lists and all else are replaced, and null takes a setting away.
 */
export function settingsOfStage({ shared, typed }: GivenSettings, ofStage: object): object {
  return withEntries(patched(shared, ofStage), typed);
}

function patched(target: object, patch: object): object {
  const merged = new Map<string, unknown>(Object.entries(target));
  for (const [key, value] of Object.entries(withEntries({}, Object.entries(patch)))) {
    const before = asBranch(merged.get(key));
    if (value === null) merged.delete(key);
    else if (isObject(value)) merged.set(key, patched(isObject(before) ? before : {}, value));
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/**
 * A copy of `settings` with more: whole keys, then dotted ones, which win over what the section says: it is how a
 * single setting is overridden on the command line.
 */
function withEntries(settings: object, entries: readonly Entry[]): object {
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
