/** The invented person whose record a look-up answers, and the record as DynamoDB hands it out. */

import type { WireItem } from "../aws-limits.ts";

/** Stands in every text of the record; nothing but the reply to an authentic look-up may hold it. */
export const PERSONAL = "pii9Z";

export const RECORD = {
  givenName: `Ana ${PERSONAL}`,
  paternalSurname: PERSONAL,
  birthdate: "1990-02-28",
  nationality: "MX",
  phoneNumber: { countryCode: "+52", phoneNumber: 5512345678 },
  email: `${PERSONAL}@example.com`,
  address: {
    country: PERSONAL,
    region: PERSONAL,
    city: PERSONAL,
    street: PERSONAL,
    colonia: PERSONAL,
    exteriorNumber: PERSONAL,
    postalCode: PERSONAL,
  },
};

export const MEXICO = {
  curp: PERSONAL,
  actividadEconomica: 1,
  cuentaRelacionada: PERSONAL,
  monedaCuentaRelacionada: 1,
  documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: PERSONAL },
};

/** The item of a user with that record. */
export function userItem(userId: string): WireItem {
  return wireOf({ ...RECORD, mexico: MEXICO, userId });
}

function wireOf(record: object): WireItem {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, wireValue(value)]));
}

function wireValue(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  return { M: wireOf(Object(value)) };
}
