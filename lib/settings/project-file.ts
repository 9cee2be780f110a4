/** `vigia.json`, the file in which the settings of a deployment live, and cdk.json beside it, which has CDK's own flags. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { mergedSettings } from "./merged-settings.ts";
import { isSettingKey, partsOf } from "./setting-keys.ts";
import { checkStage, InvalidSettingsError, knownStages, namesOfSettings } from "./settings.ts";

/** Its name, in the project's folder. */
export const SETTINGS_FILE = "vigia.json";

/** The file in this repository, and in the package, with which editors check it. */
export const SCHEMA_FILE = "vigia.schema.json";

/** The file that `cdk` reads. */
export const CDK_FILE = "cdk.json";

/**
 * The settings of a project's folder, for `readSettings`; undefined where it has no vigia.json.
 * @throws {InvalidSettingsError} if the file is not a JSON object, or cdk.json still holds settings
 */
export function writtenSettings(folder: string): Record<string, unknown> | undefined {
  const left = leftoverSettings(cdkContext(folder));
  if (left.length > 0)
    throw new InvalidSettingsError(
      `${CDK_FILE} holds settings of Vigía (${left.join(", ")}), which are in ${SETTINGS_FILE} now: run "vigia configure", which moves them.`,
    );
  return settingsOf(folder);
}

/** The same without a look at cdk.json. @throws {InvalidSettingsError} if the file is not a JSON object */
function settingsOf(folder: string): Record<string, unknown> | undefined {
  const text = readText(join(folder, SETTINGS_FILE));
  return text === undefined ? undefined : settingsIn(text);
}

/** Place of a stage, as vigia.json says. */
export interface StagePlace {
  stackName: string;
  /** Undefined where it says nothing. */
  account: string | undefined;
  region: string | undefined;
}

const place = z.looseObject({
  stackName: z.optional(z.string()),
  account: z.optional(z.string()),
  region: z.optional(z.string()),
});

/**
 * Place of a deployed stage, by the vigia.json in a folder; no other setting is checked.
 * @throws {InvalidSettingsError} for a stage that the file does not name
 */
export function placeOf(stage: string, folder: string): StagePlace {
  const written = settingsOf(folder);
  if (written !== undefined) checkStage(stage, knownStages(written), join(folder, SETTINGS_FILE));
  const { stages, ...shared } = { stages: {}, ...written };
  const {
    stackName = `Vigia-${stage}`,
    account,
    region,
  } = place.parse(mergedSettings(shared, Object(Reflect.get(Object(stages), stage)), {}));
  return { stackName, account, region };
}

/**
 * The settings in a text of vigia.json.
 * @throws {InvalidSettingsError} if it is not a JSON object
 */
export function settingsIn(text: string): Record<string, unknown> {
  const result = z.record(z.string(), z.unknown()).safeParse(jsonIn(text, SETTINGS_FILE));
  if (result.success) return result.data;
  throw new InvalidSettingsError(`${SETTINGS_FILE} holds no settings: expected an object.`);
}

/**
 * The context of the cdk.json in a project's folder; empty where there is no such file.
 * @throws {InvalidSettingsError} as {@link contextIn}
 */
export function cdkContext(folder: string): Record<string, unknown> {
  const text = readText(join(folder, CDK_FILE));
  return text === undefined ? {} : contextIn(text);
}

const cdkJson = z.looseObject({ context: z._default(z.record(z.string(), z.unknown()), {}) });

/**
 * The context in a text of cdk.json.
 * @throws {InvalidSettingsError} if it is not JSON, or its context is not an object
 */
export function contextIn(text: string): Record<string, unknown> {
  const result = cdkJson.safeParse(jsonIn(text, CDK_FILE));
  if (result.success) return result.data.context;
  throw new InvalidSettingsError(`${CDK_FILE} is not a valid file of CDK: context must be an object.`);
}

/** The keys of a cdk.json's context that are settings of Vigía, as it held them before 0.3.0. */
export function leftoverSettings(context: Readonly<Record<string, unknown>>): string[] {
  const isOurs = (key: string) => partsOf(key)[0] === "stages" || namesOfSettings().knows(partsOf(key));
  return Object.keys(context).filter((key) => isSettingKey(key) && isOurs(key));
}

/**
 * The settings that were typed behind `-c`: what an app's context holds beyond cdk.json, which has CDK's flags, and keys of
 * the company's own.
 */
export function typedSettings(
  context: Readonly<Record<string, unknown>>,
  ofFile: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(context).filter(([key]) => !Object.hasOwn(ofFile, key)));
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidSettingsError(`${file} is not valid JSON: ${why}.`);
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
