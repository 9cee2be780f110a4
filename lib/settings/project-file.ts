/** `cdk.json`, the file in which the settings of a deployment live. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { InvalidSettingsError } from "./settings.ts";

/** Its name, in the project's folder. */
export const SETTINGS_FILE = "cdk.json";

const cdkJson = z.looseObject({ context: z._default(z.record(z.string(), z.unknown()), {}) });

/**
 * The context in a text of cdk.json: our settings among CDK's own.
 * @throws {InvalidSettingsError} if it is not JSON, or its context is not an object
 */
export function contextIn(text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidSettingsError(`${SETTINGS_FILE} is not JSON, so no setting can be read: ${why}.`);
  }
  const result = cdkJson.safeParse(json);
  if (result.success) return result.data.context;
  throw new InvalidSettingsError(`${SETTINGS_FILE} holds no settings: expected an object named context.`);
}

/**
 * The context of the cdk.json in a project's folder; empty where there is no such file.
 * @throws {InvalidSettingsError} as {@link contextIn}
 */
export function projectContext(root: string): Record<string, unknown> {
  const text = readText(join(root, SETTINGS_FILE));
  return text === undefined ? {} : contextIn(text);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
