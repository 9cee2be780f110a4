/** The OpenAPI file judges bodies and records as the contract's schemas do. */

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import openapi from "../../docs/reference/openapi.json" with { type: "json" };
import { readObject } from "../../lib/contract/exact-json.ts";
import { userRecord } from "../../lib/contract/user.ts";
import { readWebhook } from "../../lib/contract/webhook.ts";
import { INVENTED_USER } from "../support/invented-user.ts";

const ajv = new Ajv2020({ strict: false }).addSchema(openapi, "openapi");

function isDescribed(name: keyof typeof openapi.components.schemas, value: unknown): boolean {
  return ajv.validate(`openapi#/components/schemas/${name}`, value) === true;
}

/** Values of other types and beyond every limit, put in the place of each field in turn. `undefined` removes it. */
const OTHERS = [undefined, null, "", "illegal", -1, 1.5, 256, 1e21, true, [], [{}], {}, "é".repeat(1_001)];

/** The value with each of its fields, at any depth, replaced in every way. */
function* variants(value: unknown, path = ""): Generator<[path: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const replaced = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    const place = path === "" ? key : `${path}.${key}`;
    for (const other of OTHERS) yield [`${place} = ${JSON.stringify(other)?.slice(0, 20)}`, replaced(other)];
    for (const [where, changed] of variants(inner, place)) yield [where, replaced(changed)];
  }
}

function isWebhook(value: unknown): boolean {
  const reading = readObject(JSON.stringify(value));
  return readWebhook(reading.judged(), [1, 256]).valid;
}

/** Another project is a matter of who signed, which no schema of a body can say. */
const ELSEWHERE = [/^data\.projectId = 1e/];

it.each([
  ["notification", openapi.components.examples.notification.value],
  ["error", { type: "error", data: "out of order" }],
])("takes and refuses every variant of a webhook of type %s as the contract does", (_, body) => {
  expect(isWebhook(body)).toBe(true);
  expect(isDescribed("Webhook", body)).toBe(true);
  const judged = [...variants(body)].filter(([where]) => !ELSEWHERE.some((place) => place.test(where)));
  const differing = judged.filter(([, value]) => isWebhook(value) !== isDescribed("Webhook", value));
  expect(differing.map(([where]) => where)).toEqual([]);
});

it("takes and refuses every variant of a User record as the contract does", () => {
  const mexico = {
    rfc: "GODE561231GR8",
    curp: "GODE561231HDFRRN09",
    actividadEconomica: 6120120,
    cuentaRelacionada: "1",
    monedaCuentaRelacionada: 1,
    documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "A1" },
  };
  const record = { ...INVENTED_USER, maternalSurname: "Luna", mexico };
  record.address = { ...record.address, interiorNumber: "2" };
  // A record in a table may hold null for a field without a value: answers leave such a field out.
  const answered = [...variants(record)].filter(([where]) => !where.endsWith(" = null"));
  const differing = answered.filter(
    ([, value]) => userRecord.safeParse(value).success !== isDescribed("User", value),
  );
  expect(differing.map(([where]) => where)).toEqual([]);
});
