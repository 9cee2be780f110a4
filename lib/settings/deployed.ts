/** Settings that a stack was deployed with, and their differences from those of vigia.json. */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { isObject } from "../contract/exact-json.ts";
import { addressDigest } from "../platform/address-digest.ts";
import { countOf } from "../text/cut.ts";
import { readSettings, type Settings } from "./settings.ts";

/** The settings that are not at their default, by dotted name; an e-mail address as its {@link addressDigest}. */
const deployedSettings = z.record(z.string(), z.unknown());
export type DeployedSettings = z.infer<typeof deployedSettings>;

/** Other outputs say these, or the stack itself. */
const SAID_ELSEWHERE = new Set(["stage", "projects", "account", "region", "stackName"]);

/** Output of a stack about its settings. */
export function describeSettings(settings: Settings): DeployedSettings {
  const defaults = new Map(leaves(readSettings({})));
  const digests = (addresses: readonly string[]) =>
    addresses.map((address) => addressDigest(settings.stage, address)).toSorted();
  const { alertEmails, operationsEmails, escalationEmails, projects } = settings;
  const limits = projects.flatMap(({ id, alarms }) => (alarms === undefined ? [] : [[id, alarms] as const]));
  const stated = {
    ...settings,
    ...(limits.length === 0 ? {} : { limits: Object.fromEntries(limits) }),
    alertEmails: digests(alertEmails),
    operationsEmails: digests(operationsEmails),
    escalationEmails: digests(escalationEmails),
  };
  return Object.fromEntries(
    leaves(stated).filter(
      ([key, value]) => !SAID_ELSEWHERE.has(key) && !isDeepStrictEqual(value, defaults.get(key)),
    ),
  );
}

/** Each value other than objects, by its dotted name. */
function leaves(settings: object, above: readonly string[] = []): [string, unknown][] {
  return Object.entries(settings).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) ? leaves(value, [...above, key]) : [[[...above, key].join("."), value]],
  );
}

/** Changes of a deployment: a stack's settings against those of vigia.json: `alertEmails: it subscribes 1 address, new in vigia.json`. */
export function settingDifferences(deployed: DeployedSettings, written: DeployedSettings): string[] {
  const names = [...new Set([...Object.keys(deployed), ...Object.keys(written)])].toSorted();
  return names.flatMap((name) => {
    const [there, here] = [deployed[name], written[name]];
    if (isDeepStrictEqual(there, here)) return [];
    if (name.endsWith("Emails"))
      return addressChanges(listOf(there), listOf(here)).map((change) => `${name}: ${change}`);
    return [`${name}: ${wordFor(there)} in the stack, ${wordFor(here)} in vigia.json`];
  });
}

function addressChanges(there: readonly unknown[], here: readonly unknown[]): string[] {
  const gone = there.filter((digest) => !here.includes(digest)).length;
  const added = here.filter((digest) => !there.includes(digest)).length;
  return [
    ...(gone === 0
      ? []
      : [
          `it unsubscribes ${gone} of ${countOf(there.length, "address", "addresses")}, missing in vigia.json`,
        ]),
    ...(added === 0 ? [] : [`it subscribes ${countOf(added, "address", "addresses")}, new in vigia.json`]),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function wordFor(value: unknown): string {
  return value === undefined ? "the default" : JSON.stringify(value);
}
