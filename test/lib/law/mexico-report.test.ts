import { expect, test } from "vitest";
import type { UserRecord } from "../../../lib/contract/user.ts";
import { warningsOf } from "../../../lib/law/mexico-report.ts";

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
  return warningsOf(userId, record).map(({ field, problem }) => `${field}: ${problem}`);
}

test("warns of nothing in a record that fits", () => {
  expect(lines(() => {})).toEqual([]);
});

test("warns of a userId in small letters", () => {
  expect(lines(() => {}, "u-1")).toEqual(["userId: lower case"]);
  expect(lines(() => {}, "4f9d2c1e-7a53-4b8e-9d11-0c2f6a7b8e90")).toEqual([
    "userId: lower case",
    "userId: longer than 30 characters",
  ]);
  expect(lines(() => {}, "U 1")).toEqual(["userId: other characters than A to Z, digits, - and _"]);
});

test.each<[string, (record: UserRecord, mexico: NonNullable<UserRecord["mexico"]>) => void, string[]]>([
  [
    "an accented surname",
    (record) => {
      record.paternalSurname = "Sánchez";
    },
    ["paternalSurname: accents", "paternalSurname: lower case"],
  ],
  [
    "a name with Ñ and Ü",
    (record) => {
      record.paternalSurname = "Muñoz Argüelles";
    },
    ["paternalSurname: accents", "paternalSurname: lower case"],
  ],
  [
    "a name with a dot",
    (record) => {
      record.givenName = "MA. ELENA";
    },
    ["givenName: other characters than letters and spaces"],
  ],
  [
    "a name in other letters",
    (record) => {
      record.givenName = "Ольга";
    },
    ["givenName: lower case", "givenName: other characters than letters and spaces"],
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
    ["mexico.rfc: check digit does not fit"],
  ],
  [
    "a date that does not exist",
    (_record, mexico) => {
      mexico.rfc = "GODE561331GR8";
    },
    ["mexico.rfc: no date in the fifth to tenth places"],
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
    ["mexico.rfc: contains spaces or hyphens"],
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
    ["address.postalCode: five digits"],
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
      "address.street: accents",
      "address.street: lower case",
      "address.street: other characters than letters, digits, spaces and , . : /",
      "address.colonia: accents",
      "address.colonia: lower case",
      "address.exteriorNumber: longer than 56 characters",
      "address.interiorNumber: longer than 40 characters",
    ],
  ],
  [
    "a birthdate that neither identifier carries",
    (record) => {
      record.birthdate = "2026-03-02";
    },
    ["mexico.rfc: carries another date than birthdate", "mexico.curp: carries another date than birthdate"],
  ],
  [
    "an unknown country",
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
      "mexico.cuentaRelacionada: lower case",
      "mexico.cuentaRelacionada: other characters than A to Z and digits",
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
  ["GODE561231HDFMRS07", "check digit does not fit"],
  ["GODE561331HDFMRS02", "no date in the fifth to tenth places"],
  ["GODE561231ZDFMRS02", "no H, M or X in the eleventh place"],
  ["GODE561231HXXMRS02", "no state in the twelfth and thirteenth places"],
  ["GODE561231HDFARS02", "no three consonants behind the state"],
  ["GODE561231HDFMRS-6", "contains spaces or hyphens"],
])("says of the CURP %s what is wrong", (curp, problem) => {
  const [line, ...others] = lines((_record, mexico) => {
    mexico.curp = curp;
  });
  expect([line, others]).toEqual([expect.stringContaining(problem), []]);
});

test.each(["XAXX010101000", "XEXX010101000", "EXTF900101NI1"])(
  "takes the tax authority's %s for a person without an RFC",
  (rfc) => {
    expect(
      lines((_record, mexico) => {
        mexico.rfc = rfc;
      }),
    ).toEqual([]);
  },
);

test.each(["XEXX010101HNEXXXA4", "XEXX010101MNEXXXA8"])("takes the registry's %s for a foreigner", (curp) => {
  expect(
    lines((_record, mexico) => {
      mexico.curp = curp;
    }),
  ).toEqual([]);
});

test("warns of an X for the sex, and of a birth on the other side of 2000", () => {
  const curps = ["GODE561231XDFMRS", "GODE561231HDFMRS"].map((start, at) => start + ["0", "A"][at]);
  const problems = curps.map((start) =>
    Array.from({ length: 10 }, (_, digit) =>
      lines((_record, mexico) => (mexico.curp = `${start}${digit}`)),
    ).flatMap((problemsOfCurp) => problemsOfCurp.filter((line) => !line.includes("check digit"))),
  );
  expect(problems).toEqual([
    ["mexico.curp: X in the eleventh place; the report takes H and M alone"],
    ["mexico.curp: a digit in the seventeenth place is for births before 2000, a letter for those after"],
  ]);
});

/**
 * Invented persons, one of each state and one of a leap day: an RFC and a CURP whose check digits another implementation of
 * the published rules has computed, and the birthdate.
 */
const PERSONS = `
UBBE2210091V6 HAYA221009MASRFQA6 2022-10-09
SAZU3206082B0 GZQO320608MBCDMS36 1932-06-08
FVIM7303270D0 OWRT730327HBSRZC35 1973-03-27
PKFK980625WQ2 TQHB980625MCCKMM23 1998-06-25
BKUH140211QN6 EHQO140211HCHZJSM6 2014-02-11
UIÑM410422IJ6 EGPJ410422MCLQKS48 1941-04-22
RLAZ660725897 UWJK660725HCMRMK29 1966-07-25
ÑBVJ391225AQ8 GPDQ391225MCSHKN01 1939-12-25
ZSDN941001ZU2 XLTB941001HDFZKW69 1994-10-01
GCLW480506XJ3 HDXZ480506MDGFRD69 1948-05-06
DÑ&C831120ZL9 ECCU831120HGRGJY98 1983-11-20
ATEW031020R79 ELDP031020MGTMGPE4 2003-10-20
MÑPJ010307MF7 TVFX010307MHGRKWH3 2001-03-07
VNZA771229ZP8 PFPG771229MJCLNB48 1977-12-29
ÑBSU830309X27 GWQT830309HMCKJF43 1983-03-09
CHGE111115UW1 YFZG111115MMNBTZL1 2011-11-15
FTSV340318DH5 EIDQ340318MMSWZD58 1934-03-18
TNQM1912220D4 PUZJ191222MNEMRFS5 2019-12-22
&QMA7010249MA GSWH701024MNLYSF77 1970-10-24
&WW&881110HJ8 NNDJ881110HNTWBQ64 1988-11-10
TDQ&760301HU2 OFKI760301MOCTKZ30 1976-03-01
RPOU741224N39 UHQO741224MPLHWP07 1974-12-24
PBSB530611XX5 LXJO530611MQRFPN76 1953-06-11
OILB460921WP3 ALBX460921HQTPFB65 1946-09-21
JÑUX451125MR3 HFVW451125MSLZXG46 1945-11-25
Y&XW820114ADA FRIN820114MSPQXK34 1982-01-14
MWYV2207257D0 DDHJ220725HSRPJMF3 2022-07-25
GVHX2106093KA KYIN210609HTCYXTQ1 2021-06-09
ÑSBK5912144E4 LZRU591214MTLWTD70 1959-12-14
WSUD740225TJ5 MFFN740225HTSBMX52 1974-02-25
YBWF6303111H1 DNNI630311HVZXXY71 1963-03-11
GB&G311205Y11 YDJH311205HYNSKC64 1931-12-05
Q&SL120217KK4 QKUN120217MZSZVHA7 2012-02-17
MICU000229SU4 YSAS000229MHGBBYS6 2000-02-29
`
  .trim()
  .split("\n")
  .map((person) => person.split(" "));

/** The fields of which a person's record is warned about. */
function fieldsWarnedOf([rfc, curp = "", birthdate = ""]: readonly (string | undefined)[]) {
  const problems = lines((record, mexico) => {
    Object.assign(mexico, { rfc, curp });
    record.birthdate = birthdate;
  });
  return problems.map((line) => line.split(":")[0]);
}

test("warns of no valid RFC and CURP", () => {
  expect(PERSONS.filter((person) => fieldsWarnedOf(person).length > 0)).toEqual([]);
});

test("warns of each with another check digit, and with another birthdate", () => {
  const next = (text = "") => text.slice(0, -1) + ((Number.parseInt(text.slice(-1), 16) + 1) % 10);
  const paths = ["mexico.rfc", "mexico.curp"];
  for (const [rfc, curp, birthdate = ""] of PERSONS) {
    expect(fieldsWarnedOf([next(rfc), next(curp), birthdate]), rfc).toEqual(paths);
    const dayBefore = new Date(Date.parse(birthdate) - 86_400_000).toISOString().slice(0, 10);
    expect(fieldsWarnedOf([rfc, curp, dayBefore]), rfc).toEqual(paths);
  }
});
