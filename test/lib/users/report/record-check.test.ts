import { expect, test } from "vitest";
import type { UserRecord } from "../../../../lib/contract/user.ts";
import { warningLine, warningsOf } from "../../../../lib/users/report/record-check.ts";
import { fitsCurp, fitsRfc, inventedIds, randomFrom, withOneChanged } from "./independent-ids.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");

/** Invented, and as the report wants it. */
const FITTING: UserRecord = {
  givenName: "ALBA",
  paternalSurname: "MUÑOZ",
  maternalSurname: "DE LA CRUZ",
  birthdate: "1956-12-31",
  nationality: "MX",
  phoneNumber: { countryCode: "+52", phoneNumber: 5512345678 },
  email: "alba@company.example",
  address: {
    country: "México",
    region: "CDMX",
    city: "Ciudad de México",
    street: "AV. 5 DE MAYO",
    colonia: "CENTRO",
    exteriorNumber: "10-B",
    postalCode: "06100",
  },
  mexico: {
    rfc: "GODE561231GR8",
    curp: "GODE561231HDFMRS02",
    actividadEconomica: 6120120,
    cuentaRelacionada: "0123456789",
    monedaCuentaRelacionada: 1,
    documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "X-1" },
  },
};

function lines(
  change: (record: UserRecord, mexico: NonNullable<UserRecord["mexico"]>) => void,
  userId = "U-1",
) {
  const record = structuredClone(FITTING);
  if (record.mexico === undefined) throw new Error("The invented record has a mexico part.");
  change(record, record.mexico);
  return warningsOf(userId, record, NOW).map(warningLine);
}

test("warns of nothing in a record that fits", () => {
  expect(lines(() => {})).toEqual([]);
});

test("warns of a userId in small letters, and proposes no other", () => {
  expect(lines(() => {}, "u-1")).toEqual(["userId: lower case"]);
  expect(lines(() => {}, "4f9d2c1e-7a53-4b8e-9d11-0c2f6a7b8e90")).toEqual([
    "userId: lower case and longer than 30 characters",
  ]);
  expect(lines(() => {}, "U 1")).toEqual(["userId: other characters than A to Z, digits, - and _"]);
});

test.each<[string, (record: UserRecord, mexico: NonNullable<UserRecord["mexico"]>) => void, string[]]>([
  [
    "an accented surname",
    (record) => {
      record.paternalSurname = "Sánchez";
    },
    ["paternalSurname: accents and lower case; would be SANCHEZ"],
  ],
  [
    "a name with Ñ and Ü",
    (record) => {
      record.paternalSurname = "Muñoz Argüelles";
    },
    ["paternalSurname: accents and lower case; would be MUÑOZ ARGUELLES"],
  ],
  [
    "a name with a dot",
    (record) => {
      record.givenName = "MA. ELENA";
    },
    ["givenName: other characters than letters and spaces; would be MA ELENA"],
  ],
  [
    "a name in other letters",
    (record) => {
      record.givenName = "Ольга";
    },
    ["givenName: lower case and other characters than letters and spaces"],
  ],
  [
    "an empty name",
    (record) => {
      record.givenName = " ";
    },
    ["givenName: empty"],
  ],
  [
    "an activity of six digits",
    (_record, mexico) => {
      mexico.actividadEconomica = 612012;
    },
    ["mexico.actividadEconomica: seven digits"],
  ],
  [
    "a wrong check digit",
    (_record, mexico) => {
      mexico.rfc = "GODE561231GR7";
    },
    ["mexico.rfc: check digit, 8 expected"],
  ],
  [
    "a date that does not exist",
    (_record, mexico) => {
      mexico.rfc = "GODE561331GR8";
    },
    ["mexico.rfc: 561331 is not a date"],
  ],
  [
    "the generic RFC",
    (_record, mexico) => {
      mexico.rfc = "XAXX010101000";
    },
    [],
  ],
  [
    "no RFC",
    (_record, mexico) => {
      mexico.rfc = undefined;
    },
    [],
  ],
  [
    "an RFC in small letters with hyphens",
    (_record, mexico) => {
      mexico.rfc = "gode-561231-gr8";
    },
    ["mexico.rfc: contains spaces or hyphens; would be GODE561231GR8"],
  ],
  [
    "a company's RFC",
    (_record, mexico) => {
      mexico.rfc = "ODE561231GR8";
    },
    ["mexico.rfc: twelve characters; a person's has thirteen"],
  ],
  [
    "a phone number of nine digits",
    (record) => {
      record.phoneNumber.phoneNumber = 551234567;
    },
    ["phoneNumber.phoneNumber: nine digits; ten or twelve"],
  ],
  [
    "a dialling code within the number",
    (record) => {
      record.phoneNumber.phoneNumber = 525512345678;
    },
    [],
  ],
  [
    "no maternal surname",
    (record) => {
      record.maternalSurname = undefined;
    },
    ["maternalSurname: missing"],
  ],
  [
    "an address with a tag",
    (record) => {
      record.email = "alba+vigia@company.example";
    },
    ["email: holds +"],
  ],
  [
    "a postal code of four digits in México",
    (record) => {
      record.address.postalCode = "6100";
    },
    ["address.postalCode: five digits; would be 06100"],
  ],
  [
    "a postal code of another country",
    (record) => {
      record.address.country = "Portugal";
      record.address.postalCode = "1000-001";
    },
    [],
  ],
  [
    "an address as people write it",
    (record) => {
      record.address.street = "Río Lerma #4";
      record.address.colonia = "Cuauhtémoc";
      record.address.exteriorNumber = "x".repeat(57);
      record.address.interiorNumber = "x".repeat(41);
    },
    [
      "address.street: accents and lower case and other characters than letters, digits, spaces and , . : /",
      "address.colonia: accents and lower case; would be CUAUHTEMOC",
      "address.exteriorNumber: longer than 56 characters",
      "address.interiorNumber: longer than 40 characters",
    ],
  ],
  [
    "a birthdate in the future, which neither identifier carries",
    (record) => {
      record.birthdate = "2026-03-02";
    },
    [
      "birthdate: in the future",
      "mexico.rfc: carries another date than birthdate",
      "mexico.curp: carries another date than birthdate",
    ],
  ],
  [
    "a country that is none",
    (record) => {
      record.nationality = "XX";
    },
    ["nationality: not an ISO 3166 code"],
  ],
  [
    "codes and numbers out of form",
    (_record, mexico) => {
      mexico.cuentaRelacionada = "0123-4567 89ab";
      mexico.monedaCuentaRelacionada = 0;
      mexico.documentoIdentificacion = { tipoIdentificacion: 1000, numeroIdentificacion: "-1" };
    },
    [
      "mexico.cuentaRelacionada: lower case and other characters than A to Z and digits; would be 0123456789AB",
      "mexico.monedaCuentaRelacionada: one to three digits",
      "mexico.documentoIdentificacion.tipoIdentificacion: one to three digits",
      "mexico.documentoIdentificacion.numeroIdentificacion: does not begin with a letter or digit",
    ],
  ],
])("says what a report would not take of a record with %s", (_what, change, expected) => {
  expect(lines(change)).toEqual(expected);
});

test.each([
  ["GODE561231HDFMRS0", "17 characters; 18"],
  ["GODE561231HDFMRS07", "check digit, 2 expected"],
  ["GODE561331HDFMRS02", "561331 is not a date"],
  ["GODE561231ZDFMRS02", "no H, M or X in the eleventh place"],
  ["GODE561231HXXMRS02", "XX is not a state"],
  ["GODE561231HDFARS02", "no three consonants behind the state"],
  ["GODE561231HDFMRS-6", "contains spaces or hyphens"],
])("says of the CURP %s what is wrong", (curp, problem) => {
  const [line, ...others] = lines((_record, mexico) => {
    mexico.curp = curp;
  });
  expect([line, others]).toEqual([expect.stringContaining(problem), []]);
});

test("warns of an X for the sex, and of a birth on the other side of 2000", () => {
  const curps = ["GODE561231XDFMRS", "GODE561231HDFMRS"].map((start, at) => start + ["0", "A"][at]);
  const found = curps.map((start) =>
    Array.from({ length: 10 }, (_, digit) =>
      lines((_record, mexico) => (mexico.curp = `${start}${digit}`)),
    ).flatMap((all) => all.filter((line) => !line.includes("check digit"))),
  );
  expect(found).toEqual([
    ["mexico.curp: X in the eleventh place; the report takes H and M alone"],
    ["mexico.curp: a digit in the seventeenth place is for births before 2000, a letter for those after"],
  ]);
});

const GENERATED = 10_000;

test("warns of none of 10,000 generated RFCs and CURPs", () => {
  const random = randomFrom(17);
  for (let count = 0; count < GENERATED; count++) {
    const { rfc, curp, birthdate } = inventedIds(random);
    const found = lines((record, mexico) => {
      Object.assign(mexico, { rfc, curp });
      record.birthdate = birthdate;
    });
    expect([rfc, curp, found]).toEqual([rfc, curp, []]);
  }
});

test("of 10,000 with one character changed warns of exactly those that another implementation refuses", () => {
  const random = randomFrom(18);
  let refused = 0;
  for (let count = 0; count < GENERATED; count++) {
    const ids = inventedIds(random);
    const rfc = withOneChanged(random, ids.rfc);
    const curp = withOneChanged(random, ids.curp);
    const fields = lines((record, mexico) => {
      Object.assign(mexico, { rfc, curp });
      record.birthdate = ids.birthdate;
    }).map((line) => line.split(":")[0]);
    const expected = [
      ...(fitsRfc(rfc, ids.birthdate) ? [] : ["mexico.rfc"]),
      ...(fitsCurp(curp, ids.birthdate) ? [] : ["mexico.curp"]),
    ];
    refused += expected.length;
    expect([rfc, curp, fields]).toEqual([rfc, curp, expected]);
  }
  // Some changes leave the check digit as it was: weights share factors with 10.
  expect(refused).toBeGreaterThan(18_000);
  expect(refused).toBeLessThan(20_000);
});
