/** Resolves CloudFormation's intrinsic functions and pseudo parameters, as a deployment would. */

import { isObject } from "../../../lib/contract/exact-json.ts";

/** The account and region that are emulated. */
export const LOCAL_ACCOUNT = "000000000000";
export const LOCAL_REGION = "us-east-1";

const PSEUDO_PARAMETERS: Record<string, string> = {
  "AWS::AccountId": LOCAL_ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::Region": LOCAL_REGION,
  "AWS::StackName": "Vigia-local",
  "AWS::StackId": `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/Vigia-local/local`,
  "AWS::URLSuffix": "amazonaws.com",
};

/** Values of a template's references. */
export interface References {
  /** Value of `Ref` for a resource or parameter; undefined for an unknown name. */
  ref(logicalId: string): string | undefined;
  /** Value of `Fn::GetAtt`; undefined for an unknown resource or attribute. */
  attribute(logicalId: string, name: string): string | undefined;
}

type Intrinsic = (argument: unknown, references: References) => unknown;

const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (argument, references) => refer(text(argument, "Ref"), references),
  "Fn::GetAtt": (argument, references) => {
    const [logicalId, name] = Array.isArray(argument) ? argument.map(String) : split(argument, ".");
    return attributeOf(logicalId ?? "", name ?? "", references);
  },
  "Fn::Join": (argument, references) => {
    const [separator, values] = list(argument, "Fn::Join");
    return list(resolve(values, references), "Fn::Join")
      .map((value) => text(value, "Fn::Join"))
      .join(text(separator, "Fn::Join"));
  },
  "Fn::Sub": (argument, references) =>
    text(argument, "Fn::Sub").replace(/\$\{([^}]+)\}/g, (_match, named: string) => {
      const [logicalId = "", attribute] = split(named, ".");
      return attribute === undefined
        ? refer(logicalId, references)
        : attributeOf(logicalId, attribute, references);
    }),
  "Fn::Select": (argument, references) => {
    const [index, values] = list(argument, "Fn::Select");
    return list(resolve(values, references), "Fn::Select")[Number(resolve(index, references))];
  },
  "Fn::Split": (argument, references) => {
    const [separator, value] = list(argument, "Fn::Split");
    return text(resolve(value, references), "Fn::Split").split(text(separator, "Fn::Split"));
  },
};

/**
 * A template's value with every intrinsic function in it resolved.
 * @throws {Error} that names an intrinsic function that is not known here, or a reference that points nowhere
 */
export function resolve(value: unknown, references: References): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, references));
  if (!isObject(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0 && (key === "Ref" || key.startsWith("Fn::"))) {
    const intrinsic = INTRINSICS[key];
    if (intrinsic === undefined) {
      throw new Error(
        `The template uses ${key}, which the local stack cannot resolve: add it to intrinsics.ts.`,
      );
    }
    return intrinsic(value[key], references);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner, references)]));
}

function refer(name: string, references: References): string {
  const value = PSEUDO_PARAMETERS[name] ?? references.ref(name);
  if (value === undefined)
    throw new Error(`The template refers to ${name}, which it does not define: correct the stack.`);
  return value;
}

function attributeOf(logicalId: string, name: string, references: References): string {
  const value = references.attribute(logicalId, name);
  if (value === undefined) {
    throw new Error(
      `The template takes ${name} of ${logicalId}, which the local stack does not know: correct the stack, or add it to resource-names.ts.`,
    );
  }
  return value;
}

function split(value: unknown, separator: string): string[] {
  const whole = text(value, "Fn::GetAtt");
  const at = whole.indexOf(separator);
  return at === -1 ? [whole] : [whole.slice(0, at), whole.slice(at + separator.length)];
}

function list(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`The template gives ${where} something that is not a list.`);
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new Error(`The template gives ${where} something that is not text.`);
}
