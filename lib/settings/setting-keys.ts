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

/** Settings as JSON Schema, as far as names need it. */
interface Node {
  properties?: Record<string, Node> | undefined;
  items?: Node | undefined;
  /** Of a record, as `uma` and `tags`. */
  additionalProperties?: Node | boolean | undefined;
  anyOf?: Node[] | undefined;
}

const node: z.ZodMiniType<Node> = z.object({
  properties: z.optional(
    z.record(
      z.string(),
      z.lazy(() => node),
    ),
  ),
  items: z.optional(z.lazy(() => node)),
  additionalProperties: z.optional(z.union([z.boolean(), z.lazy(() => node)])),
  anyOf: z.optional(z.array(z.lazy(() => node))),
});

/** The names of a schema's settings. */
export class SettingNames {
  readonly #root: Node;
  /** Every name, with `[]` for an entry of a list or a record. */
  readonly #all: readonly string[];

  constructor(settings: z.ZodMiniType) {
    this.#root = node.parse(z.toJSONSchema(settings, { unrepresentable: "any", io: "input" }));
    this.#all = [...namesIn(this.#root, [])];
  }

  /** Reports whether a path leads to a setting, or to a section of settings. */
  knows(path: readonly string[]): boolean {
    return path.reduce<Node | undefined>(below, this.#root) !== undefined;
  }

  /**
   * Names in written settings that mean nothing. A sentence for each: `scan.maxdepth: no such setting; write scan.maxDepth`.
   * @param above place of the settings, as `stages.prod`
   */
  wrongIn(settings: object, above = ""): string[] {
    const look = (value: object, path: readonly string[]): string[] =>
      Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
        const own = [...path, key];
        if (!this.knows(own)) return [this.#sentence(own, [above, ...own].filter(Boolean).join("."), above)];
        return typeof inner === "object" && inner !== null ? look(inner, own) : [];
      });
    return look(settings, []);
  }

  /** Keys of the command line that mean nothing, also those that look like CDK's own but are near one of ours. */
  wrongTyped(typed: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(typed).flatMap(([key, value]) => {
      const path = partsOf(key);
      if (!isSettingKey(key)) {
        const meant = this.#nearest(path, 0);
        return meant === undefined ? [] : [`${key}: no such setting; write ${written(meant)}`];
      }
      if (path[0] === "stages")
        return [
          `${key}: not a setting of one run; choose the stage with -c stage=prod, and name its setting alone`,
        ];
      if (!this.knows(path)) return [this.#sentence(path, key, "")];
      return typeof value === "object" && value !== null ? this.wrongIn(nested(path, value)) : [];
    });
  }

  #sentence(path: readonly string[], said: string, above: string): string {
    const last = path.at(-1) ?? "";
    if (path.length === 1 && last.includes(".") && this.knows(partsOf(last)))
      return `${said}: write it as ${JSON.stringify(nested(partsOf(last), "…"))}`;
    const meant = this.#nearest(path, MAX_SLIPS);
    if (meant === undefined)
      return `${said}: no such setting; docs/reference/settings.md in the package vigia lists them all`;
    return `${said}: no such setting; write ${above === "" ? "" : `${above}.`}${written(meant)}`;
  }

  /** The setting that was most likely meant: with few wrong letters, and few for the length of the name. */
  #nearest(path: readonly string[], most: number): string | undefined {
    const typed = letters(path.map((part) => (/^\d+$/.test(part) ? "[]" : part)).join("."));
    const allowed = Math.min(most, Math.floor(typed.length / LETTERS_PER_SLIP));
    const [found] = this.#all
      // CDK's own keys, a hundred of them, are mostly longer than any name: they are compared with none.
      .filter((one) => Math.abs(letters(one).length - typed.length) <= allowed)
      .map((one) => ({ one, slips: distance(typed, letters(one)) }))
      .filter(({ slips }) => slips <= allowed)
      .sort((a, b) => a.slips - b.slips);
    return found?.one;
  }
}

/** Number of wrong letters up to which a name is taken for another one, and letters of a name that allow one. */
const MAX_SLIPS = 2;
const LETTERS_PER_SLIP = 3;

/** `projects.[].id` as it can be typed. */
function written(name: string): string {
  return name.replaceAll(".[]", "[0]");
}

function below(found: Node | undefined, part: string): Node | undefined {
  if (found === undefined) return undefined;
  const { properties = {}, items, additionalProperties, anyOf = [] } = found;
  if (Object.hasOwn(properties, part)) return properties[part];
  // A larger place in a list is a slip, and would make a list of as many; 01 would be a place for one reader and a name for another.
  if (items !== undefined && /^(?:0|[1-9]\d{0,2})$/.test(part)) return items;
  if (typeof additionalProperties === "object") return additionalProperties;
  return anyOf.map((one) => below(one, part)).find((one) => one !== undefined);
}

function* namesIn(
  { properties = {}, items, additionalProperties, anyOf = [] }: Node,
  path: string[],
): Generator<string> {
  if (path.length > 0) yield path.join(".");
  for (const [key, inner] of Object.entries(properties)) yield* namesIn(inner, [...path, key]);
  if (items !== undefined) yield* namesIn(items, [...path, "[]"]);
  if (typeof additionalProperties === "object") yield* namesIn(additionalProperties, [...path, "[]"]);
  for (const one of anyOf) yield* namesIn(one, path);
}

/** `{"scan": {"maxDepth": value}}` of `scan.maxDepth`. */
function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = "", ...rest] = path;
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}

/** `alert-emails`, `alertemails` and `AlertEmails` are all meant as `alertEmails`. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
