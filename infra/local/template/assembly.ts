/** The app of a folder, synthesized as `cdk` does it, and the stack in it that contains Vigía. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { outputPrefix } from "../../../lib/settings/outputs.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION } from "./intrinsics.ts";
import { type Template, template } from "./template.ts";

/** A template that was synthesized. */
export interface Assembly {
  /** Folder of the assets. */
  folder: string;
  template: Template;
}

const cdkJson = z.object({
  app: z.string().check(z.minLength(1)),
  context: z._default(z.record(z.string(), z.unknown()), {}),
});

/** Folder of the assembly, from the project's folder. */
const ASSEMBLY = ".local/cdk.out";

/**
 * Synthesizes the app of a folder by the command in its cdk.json.
 * @param stackName default: the first stack that contains Vigía
 * @throws {Error} that says what the app says where it fails, or which stacks it has where none fits
 */
export async function synthesizeApp(project: string, stackName?: string): Promise<Assembly> {
  const file = join(project, "cdk.json");
  if (!existsSync(file))
    throw new Error(
      `There is no cdk.json in ${project}: run this in the folder of a CDK app that contains Vigía.`,
    );
  const { app, context } = parsed(cdkJson, file);
  const folder = join(project, ASSEMBLY);
  rmSync(folder, { recursive: true, force: true });
  const child = spawn(app, {
    shell: true,
    cwd: project,
    // The context that cdk itself hands to an app.
    env: {
      ...process.env,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: "false",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`The app cannot be synthesized (${app}).\n${errors.trim()}`);
  return readAssembly(folder, stackName);
}

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.optional(z.string()),
      displayName: z.optional(z.string()),
      properties: z.optional(
        z.object({
          templateFile: z.optional(z.string()),
          directoryName: z.optional(z.string()),
          stackName: z.optional(z.string()),
        }),
      ),
    }),
  ),
});

interface Stack {
  folder: string;
  name: string;
  template: string;
  /** As `aws://111122223333/us-east-1`. */
  environment: string;
}

/** The stacks of an assembly, with those of the stages in it. */
function stacksIn(folder: string): Stack[] {
  return Object.entries(parsed(manifest, join(folder, "manifest.json")).artifacts).flatMap(
    ([id, { type, environment = "", properties = {} }]) => {
      const { directoryName, templateFile, stackName = id } = properties;
      if (type === "cdk:cloud-assembly" && directoryName !== undefined)
        return stacksIn(join(folder, directoryName));
      if (type !== "aws:cloudformation:stack" || templateFile === undefined) return [];
      return [{ folder, name: stackName, template: join(folder, templateFile), environment }];
    },
  );
}

/**
 * Reads a stack of an assembly.
 * @param stackName default: the first stack that contains Vigía
 * @throws {Error} that names the stacks, where none fits
 */
export function readAssembly(folder: string, stackName?: string): Assembly {
  const stacks = stacksIn(folder);
  for (const stack of stacks) {
    if (stackName !== undefined && stack.name !== stackName) continue;
    const own = ownTemplate(stack);
    if (own !== undefined) return { folder: stack.folder, template: own };
  }
  const names = stacks.map(({ name }) => name).join(", ");
  throw new Error(
    stackName === undefined
      ? `No stack of the app contains Vigía: it has ${names}.`
      : `The app has no stack ${stackName} that contains Vigía: it has ${names}.`,
  );
}

/**
 * The template of a stack, for the account and region that are emulated; undefined where it does not contain Vigía. In a
 * company's own stack, only the resources of the construct are emulated, under the names that they have in a stack of their own.
 */
function ownTemplate(stack: Stack): Template | undefined {
  const json = readFileSync(stack.template, "utf8");
  const [, , account = "", region = ""] = stack.environment.split("/");
  const moved = json
    .replaceAll(`:${region}:${account}:`, `:${LOCAL_REGION}:${LOCAL_ACCOUNT}:`)
    .replaceAll(`:iam::${account}:`, `:iam::${LOCAL_ACCOUNT}:`)
    .replaceAll(`.${region}.amazonaws.com`, `.${LOCAL_REGION}.amazonaws.com`);
  const { Outputs, Resources } = template.parse(JSON.parse(moved));
  const prefix = outputPrefix(Object.keys(Outputs));
  if (prefix === undefined) return undefined;
  const own = new Set(
    [...Object.keys(Outputs), ...Object.keys(Resources)].filter((id) => id.startsWith(prefix)),
  );
  const short = (id: string) => (own.has(id) ? id.slice(prefix.length) : id);
  const renamed: unknown = JSON.parse(moved, (_key, value: unknown) => {
    if (typeof value === "string") return short(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [short(key), inner]));
  });
  const all = template.parse(renamed);
  const emulated = Object.entries(Resources).flatMap(([id]) => (own.has(id) ? [short(id)] : []));
  return { ...all, emulated: new Set(emulated) };
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, file: string): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (result.success) return result.data;
  throw new Error(`${file} is not in the expected form: ${issuesLine(issuesOf(result.error))}.`);
}
