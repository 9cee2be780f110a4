/** The template as `cdk synth` makes it, and ways to look at it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App, Stack } from "aws-cdk-lib";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";
import * as z from "zod/mini";
import cdkJson from "../../cdk.json" with { type: "json" };
import type { VigiaStackProps } from "../../infra/vigia.ts";
import { buildApp } from "../support/assembly/app.ts";

const resource = z.looseObject({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.any()), {}),
  DeletionPolicy: z.optional(z.string()),
  UpdateReplacePolicy: z.optional(z.string()),
  DependsOn: z.optional(z.array(z.string())),
});
export type Resource = z.infer<typeof resource>;
export type Properties = Resource["Properties"];

const templateSchema = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown(), Description: z.optional(z.string()) })),
});
export type Template = z.infer<typeof templateSchema>;

/** Everything that a desk adds, with those who get escalations. */
export const WITH_DESK = { desk: true, escalationEmails: ["head@company.example"] } satisfies VigiaStackProps;

/** Subscribers of every kind, without a desk: nothing is escalated. */
export const SUBSCRIBED = {
  slack: { workspaceId: "T01", channelId: "C01" },
  alertEmails: ["officer@x.example"],
  operationsEmails: ["engineer@x.example"],
  escalationEmails: ["head@company.example"],
} satisfies VigiaStackProps;

/** By their properties, since a synthesis takes a second and many tests look at the same. */
const synthesized = new Map<string, Template>();

/** The template of a stack with these properties, without the bundles, which take longest. */
export function synthesize(props: VigiaStackProps = {}): Template {
  const key = JSON.stringify(props);
  const template = synthesized.get(key) ?? newTemplate(props);
  synthesized.set(key, template);
  return template;
}

function newTemplate(props: VigiaStackProps): Template {
  const outdir = mkdtempSync(join(tmpdir(), "vigia-synth-"));
  try {
    const { app, stack } = buildApp({
      props,
      context: { ...cdkJson.context, [BUNDLING_STACKS]: [] },
      outdir,
    });
    return templateOf(app, stack);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The template of a stack in an app. */
export function templateOf(app: App, { stackName }: Stack): Template {
  return templateSchema.parse(app.synth().getStackByName(stackName).template);
}

/** The resources of a type by their names without CDK's hash. */
export function resourcesOf(template: Template, type: string): Map<string, Resource> {
  return new Map(
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => [nameOf(id), resource]),
  );
}

/** A resource by its type and its name without CDK's hash. */
export function resourceOf(template: Template, type: string, name: string): Properties {
  const resource = resourcesOf(template, type).get(name);
  if (resource === undefined) throw new Error(`The template has no ${type} ${name}.`);
  return resource.Properties;
}

/**
 * Permissions of each role and managed policy, as `service:Action resource`, sorted.
 * @throws {Error} where a policy denies, or a role has a policy that the template does not hold
 */
export function permissionsIn(template: Template): Record<string, string[]> {
  const actionsOf = new Map<string, string[]>();
  const add = (holder: string, document: Properties) => {
    const allowed = document["Statement"].flatMap(permissionsOf);
    actionsOf.set(holder, [...(actionsOf.get(holder) ?? []), ...allowed].toSorted());
  };
  for (const [name, { Properties }] of resourcesOf(template, "AWS::IAM::Role")) {
    if (Properties["ManagedPolicyArns"] !== undefined)
      throw new Error(`The role ${name} has managed policies, which are not read here.`);
    actionsOf.set(name, []);
    for (const { PolicyDocument } of Properties["Policies"] ?? []) add(name, PolicyDocument);
  }
  for (const { Properties } of resourcesOf(template, "AWS::IAM::Policy").values()) {
    for (const role of Properties["Roles"]) add(targetOf(role), Properties["PolicyDocument"]);
  }
  for (const [name, { Properties }] of resourcesOf(template, "AWS::IAM::ManagedPolicy"))
    add(name, Properties["PolicyDocument"]);
  return Object.fromEntries(actionsOf);
}

function permissionsOf({ Effect, Action, Resource, ...statement }: Properties): string[] {
  if (Effect !== "Allow") throw new Error(`A policy has the effect ${Effect}, which is not read here.`);
  return [Action]
    .flat()
    .flatMap((action) =>
      [Resource].flat().map((resource) => `${action} ${targetOf(resource)}${viaOf(statement)}`),
    );
}

/** The service through which a key may be used, and the attributes that may be named. */
function viaOf({ Condition: condition }: Properties): string {
  const attributes: string[] | undefined = condition?.["ForAllValues:StringEquals"]?.["dynamodb:Attributes"];
  if (attributes !== undefined) return ` of ${attributes.join(", ")}`;
  const via = condition?.StringEquals?.["kms:ViaService"];
  return via === undefined ? "" : ` via ${via["Fn::Join"][1][0].replace(".", "")}`;
}

/** A stack as a command asks for it: by its name. */
const byName = z.object({
  "Fn::Join": z.tuple([
    z.literal(""),
    z.tuple([
      z.literal("arn:"),
      z.unknown(),
      z.literal(":cloudformation:"),
      z.unknown(),
      z.literal(":"),
      z.unknown(),
      z.string(),
    ]),
  ]),
});

/** Target of a `Ref` or `Fn::GetAtt`, without CDK's hash; other values as JSON. */
export function targetOf(value: unknown): string {
  const stack = byName.safeParse(value);
  if (stack.success) return stack.data["Fn::Join"][1][6].slice(1);
  const index = partOf.safeParse(value);
  if (index.success) {
    const [table, path] = index.data["Fn::Join"][1];
    return `${targetOf(table)}${path}`;
  }
  const pointer = z
    .union([z.object({ Ref: z.string() }), z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) })])
    .safeParse(value);
  if (!pointer.success) return typeof value === "string" ? value : JSON.stringify(value);
  return nameOf("Ref" in pointer.data ? pointer.data.Ref : pointer.data["Fn::GetAtt"][0]);
}

/** A part of a resource: its ARN, and what follows. */
const partOf = z.object({
  "Fn::Join": z.tuple([z.literal(""), z.tuple([z.unknown(), z.string().check(z.startsWith("/"))])]),
});

function nameOf(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, "");
}
