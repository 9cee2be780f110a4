/** `vigia upgrade`: deploys this version over the deployed one, unless something would be lost with it. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import * as z from "zod/mini";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import { version } from "../../../settings/outputs.ts";
import { placeOf } from "../../../settings/project-file.ts";
import { InvalidSettingsError } from "../../../settings/settings.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { flag, settingOption, typedSettings } from "../../core/options.ts";
import { ownOutputs } from "../../core/target.ts";
import { harmBetween, heldOf, leavingBetween, type Template, template } from "./harm.ts";

/** Folder of the cloud assembly, below the project's. */
const ASSEMBLY = "cdk.out";

export function addUpgrade(program: CommandGroup): void {
  addCommand(program, "upgrade [options...]", {
    summary: "deploy this version, unless a table, key, pool, secret or policy would be lost",
    details:
      "It synthesizes, compares each template with the deployed one, and deploys only where nothing that holds data or is attached elsewhere is replaced or removed. A first deployment has nothing to compare. All options but these are those of cdk deploy. Your credentials need cloudformation:GetTemplate on the stack, beside what CDK needs.",
    examples: ["vigia upgrade --check --stage dev", "vigia upgrade --stage dev --require-approval never"],
    action: upgrade,
  })
    .option("--check", "compare only, and deploy nothing")
    .option(...settingOption)
    .allowUnknownOption();
}

async function upgrade({ context, options, rest, stageName }: Call): Promise<number | undefined> {
  const { check, context: typed } = options({ check: flag, context: typedSettings });
  const settings = Object.entries({ ...typed, ...(stageName === undefined ? {} : { stage: stageName }) });
  const chosen = settings.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const failed = await context.cdk(["synth", "--quiet", "--output", ASSEMBLY, ...chosen]);
  if (failed !== 0) return failed;
  const assembly = join(context.root, ASSEMBLY);
  const stacks = await stacksIn(assembly);
  if (stacks.length === 0)
    throw new CommandError(`No stack in ${assembly} has Vigía in it: name the app that has it in cdk.json.`);
  for (const stack of stacks) await context.note(await compared(stack, context.root));
  return check ? undefined : context.cdk(["deploy", "--app", ASSEMBLY, ...rest]);
}

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.optional(z.string()),
      properties: z.optional(
        z.looseObject({ templateFile: z.optional(z.string()), stackName: z.optional(z.string()) }),
      ),
    }),
  ),
});

/** A stack to be deployed that has Vigía in it. */
interface SynthesizedStack {
  name: string;
  /** Undefined for that of the environment. */
  region: string | undefined;
  template: Template;
}

/** @param folder the cloud assembly, which CDK has just written */
async function stacksIn(folder: string): Promise<SynthesizedStack[]> {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) return [];
  const { artifacts } = manifest.parse(JSON.parse(await readFile(file, "utf8")));
  const stacks: SynthesizedStack[] = [];
  for (const [id, { type, environment = "", properties }] of Object.entries(artifacts)) {
    if (type !== "aws:cloudformation:stack" || properties?.templateFile === undefined) continue;
    const text = await readFile(join(folder, properties.templateFile), "utf8");
    const written = template.parse(JSON.parse(text));
    const [, region] = /^aws:\/\/[^/]+\/([a-z0-9-]+)$/.exec(environment) ?? [];
    if (ownOutputs(written.Outputs) !== undefined)
      stacks.push({
        name: properties.stackName ?? id,
        region: region === "unknown-region" ? undefined : region,
        template: written,
      });
  }
  return stacks;
}

/**
 * Compares a stack with what is deployed under its name.
 * @returns a sentence that says that it may be deployed
 * @throws {CommandError} that says what would be lost
 */
async function compared({ name, region, template: next }: SynthesizedStack, root: string): Promise<string> {
  const deployed = await deployedTemplate(name, region);
  if (deployed === undefined) {
    const usual = usualName(next, root);
    if (usual !== undefined && usual !== name && (await deployedTemplate(usual, region)) !== undefined)
      throw new CommandError(
        `${usual} is deployed, and the app has ${name} in its place: this deployment would begin a second, empty stack. Nothing was deployed. Give the stack in the app its id again, or set stackName in vigia.json. To deploy all the same, use cdk itself: npx cdk deploy.`,
      );
    return `${name} is not deployed yet: version ${versionOf(next)} has nothing to replace.`;
  }
  const [before, after] = [heldOf(deployed), heldOf(next)];
  const harm = harmBetween(before, after);
  const versions = `${name} has version ${versionOf(deployed)}, and ${versionOf(next)} is to be deployed`;
  if (harm.length === 0)
    return [
      `${versions}: no table, key, pool, secret or policy would be lost.`,
      ...leavingBetween(before, after).map((one) => `${one} leaves the stack and stays in the account.`),
    ].join("\n");
  throw new CommandError(
    `${versions}. Nothing was deployed, since this deployment would lose something or fail:\n${harm.map((one) => `  ${one}\n`).join("")}docs/operate/upgrade.md in the package vigia says what to do. To deploy all the same, use cdk itself: npx cdk deploy.`,
  );
}

/** Name of the stack by which commands find the stage. @returns undefined where vigia.json does not name the stage */
function usualName({ Outputs }: Template, root: string): string | undefined {
  const stage = ownOutputs(Outputs)?.["Stage"]?.Value;
  if (typeof stage !== "string") return undefined;
  try {
    return placeOf(stage, root).stackName;
  } catch (error) {
    if (error instanceof InvalidSettingsError) return undefined;
    throw error;
  }
}

/** @param region undefined for that of the environment */
function configFor(region: string | undefined) {
  const config = clientConfig(FROM_COMMAND);
  return region === undefined ? config : { ...config, region };
}

/** @returns undefined where no such stack is deployed */
async function deployedTemplate(name: string, region: string | undefined): Promise<Template | undefined> {
  const client = new CloudFormationClient(configFor(region));
  const { TemplateBody: body } = await client
    .send(new GetTemplateCommand({ StackName: name }))
    .catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      if (error.name === "ValidationError" && /does not exist/i.test(error.message))
        return { TemplateBody: undefined };
      if (/AccessDenied/.test(error.name))
        throw new CommandError(
          `AWS does not allow your credentials to read the template of ${name}: allow them cloudformation:GetTemplate on it. Nothing was deployed.`,
        );
      throw error;
    });
  if (body === undefined) return undefined;
  try {
    return template.parse(JSON.parse(body));
  } catch {
    throw new CommandError(
      `The template of ${name} was not written by CDK: compare it yourself, and deploy with cdk. Nothing was deployed.`,
    );
  }
}

function versionOf({ Outputs }: Template): string {
  return version.parse(ownOutputs(Outputs)?.["Version"]?.Value);
}
