/** The local stack takes the template of every setting: what it does not emulate it knows by name. */

import { expect, test } from "vitest";
import { resolve } from "../../../../infra/local/template/intrinsics.ts";
import { references } from "../../../../infra/local/template/resource-names.ts";
import { wholeTemplate } from "../../../../infra/local/template/template.ts";
import { VARIANTS } from "../../../tools/templates/variants.ts";
import { resourcesOf, synthesize } from "../../synthesized.ts";

const addresses = { sqs: "http://127.0.0.1:1", adapter: "http://127.0.0.1:2", desk: "http://127.0.0.1:3" };

/** A domain has no address on this machine, and no one reads it there. */
const NOT_LOCAL = /^(Desk)?Domain/;

test.each(Object.entries(VARIANTS))("of %s", (_, props) => {
  const synthesized = synthesize(props);
  const template = wholeTemplate(synthesized);
  const names = references(template, addresses);
  for (const [output, { Value }] of Object.entries(template.Outputs))
    if (!NOT_LOCAL.test(output)) expect([output, typeof resolve(Value, names)]).toEqual([output, "string"]);
  for (const { Properties } of resourcesOf(synthesized, "AWS::Lambda::Function").values())
    expect(() => resolve(Properties["Environment"], names)).not.toThrow();
});
