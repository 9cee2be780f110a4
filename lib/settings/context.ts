/** Which part of a CDK app's context is Vigía's: whole keys and dotted ones, as in `-c scan.maxDepth=5`. */

/**
 * Gathers our settings from the context. CDK's own keys hold a dash, colon, slash or `@`, which ours never do. A
 * dotted key wins over what the section says: it is how a single setting is overridden on the command line.
 */
export function settingsInContext(context: Record<string, unknown>): object {
  const ours = Object.entries(context).filter(([key]) => /^[a-zA-Z]+(\.\w+)*$/.test(key));
  const dotted = ours.filter(([key]) => key.includes("."));
  const settings: object = structuredClone(Object.fromEntries(ours.filter(([key]) => !key.includes("."))));
  for (const [key, value] of dotted) setAt(settings, key.split("."), value);
  return settings;
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

function emptyBranch([key = ""]: string[]): object {
  return /^\d+$/.test(key) ? [] : {};
}
