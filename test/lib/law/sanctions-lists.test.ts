import { describe, expect, it } from "vitest";
import { isSanctionsList, listsFirst } from "../../../lib/law/sanctions-lists.ts";

it("lists of sanctioned persons stand before other laws, and otherwise all as they came", () => {
  const names = ["LFPIORPI", "OFAC SDN", "MiCA", "Lista Clinton"].map((name) => ({ name }));
  expect(listsFirst(names).map(({ name }) => name)).toEqual([
    ...["OFAC SDN", "Lista Clinton", "LFPIORPI", "MiCA"],
  ]);
  expect(listsFirst([])).toEqual([]);
});

describe("a list of sanctioned persons", () => {
  it.each([
    // United States
    ...[
      "OFAC",
      "ofac sdn",
      "OFAC_SDN",
      "us_ofac_sdn",
      "OFAC-SDN",
      "OFAC/SDN",
      "ofac.sdn",
      "OFAC,SDN",
      "[OFAC]",
    ],
    ...[
      "O.F.A.C.",
      "U.S. O.F.A.C. list",
      "OFAC\u200bSDN",
      "SDNList",
      "UK HMT",
      "EU CFSP",
      "Listas restrictivas",
      "S.D.N. list",
      "us:ofac",
      "OFAC—SDN",
      "ofacSdn",
      "OfAc",
      "Lista OFAC",
      "SDN List (OFAC)",
    ],
    ...[
      "Office of Foreign Assets Control",
      "Oficina de Control de Activos Extranjeros",
      "Global Magnitsky Act",
    ],
    ...[
      "Specially Designated Nationals",
      "SPECIALLY_DESIGNATED_NATIONALS",
      "Nacionales Especialmente Designados",
    ],
    ...["Lista Clinton", "Clinton list", "Narcotics Kingpin", "Consolidated Screening List", "US sanctions"],
    ...["Foreign Terrorist Organizations", "Ley Magnitsky"],
    // United Nations
    ...[
      "UNSC",
      "UNSCR 1267",
      "UNSCR1267",
      "UNSCR 2094",
      "un_sc_sanctions",
      "U.N. Security Council",
      "UN list",
    ],
    ...["UN Security Council Consolidated List", "United Nations Security Council Resolution 2094"],
    ...["United Nations Consolidated List", "UN_SECURITY_COUNCIL_CONSOLIDATED_LIST", "CSNU", "ONU lista"],
    ...["Lista Consolidada del Consejo de Seguridad de la ONU", "Resolución 1267", "Resolucio\u0301n 1267"],
    ...["Consejo de Seguridad de las Naciones Unidas", "Lista consolidada del Consejo de Seguridad"],
    ...["Listado consolidado de la O.N.U.", "S/RES/1267 (1999)", "Resoluciones 1267/1989/2253", "RES-1373"],
    ...[
      "Comité 1267",
      "ISIL (Da'esh) and Al-Qaida (1267)",
      "Al Qaeda 1267",
      "Lista 1988",
      "決議 1267",
      "Резолюция 1373",
    ],
    // European Union and United Kingdom
    ...["EU consolidated financial sanctions list", "EU Consolidated List", "Lista consolidada de la UE"],
    ...["E.U. consolidated list", "European Union Consolidated List of persons", "eu_consolidated_list"],
    ...["Lista Consolidada de la Unión Europea", "EU restrictive measures", "Medidas restrictivas de la UE"],
    ...[
      "OFSI",
      "OFSI consolidated",
      "HM Treasury",
      "H.M. Treasury",
      "His Majesty’s Treasury",
      "UK Consolidated List",
    ],
    ...["Asset Freeze Targets", "Lista de terroristas de la UE"],
    // Mexico
    ...[
      "Lista de Personas Bloqueadas",
      "Lista de personas bloqueadas (UIF)",
      "LPB",
      "L.P.B.",
      "LPB de la UIF",
    ],
    ...[
      "Persona bloqueada",
      "PERSONA_BLOQUEADA",
      "Lista UIF",
      "UIF: bloqueados",
      "Personas y entidades bloqueadas",
    ],
    ...["Lista de la Unidad de Inteligencia Financiera", "Blocked Persons", "Blocked_Persons_List"],
    // Any
    ...[
      "Sanction",
      "EU Sanctions",
      "SANCTIONED_ADDRESS",
      "sanctionedAddress",
      "SanctionedEntity",
      "Sanctioned entity",
    ],
    ...[
      "Sanciones económicas",
      "Personas sancionadas",
      "Persona sancionada",
      "ＯＦＡＣ",
      "OF\u200bAC",
      "ＳＤＮ　ＬＩＳＴ",
    ],
    ...["Asset freeze", "SaNcTiOnS", `${"x ".repeat(96)}OFAC`],
  ])("is what is called %j", (name) => {
    expect(isSanctionsList(name)).toBe(true);
  });

  it.each([
    ...[
      "",
      "LFPIORPI",
      "Ley Antilavado",
      "Sun Law",
      "Unidad",
      "European Tax Act",
      "Ley de la Unión",
      "Union List",
    ],
    ...[
      "Ley 1267",
      "Decreto 1373 de 2009",
      "Código 1267",
      "Decree 1267, restricted",
      "Resolución 2094",
      "UN 1268",
    ],
    ...[
      "UNSCRIPTED",
      "MYOFAC",
      "OFACIAL",
      "Sdnx",
      "Unlisted securities act",
      "UNA LISTA",
      "MiCA",
      "EU Consolidated Act",
    ],
    ...[
      "Procedimiento administrativo sancionador",
      "Consejo de Seguridad Nacional",
      "National Security Council",
    ],
    ...[
      "Ley Federal contra el Financiamiento al Terrorismo",
      "Counter-Terrorism Financing Act",
      "Bank Secrecy Act",
    ],
    ...[
      "Unidad de Inteligencia Financiera",
      "UIF",
      "Aviso a la UIF",
      "United Nations Convention against Corruption",
    ],
    ...[
      "Ley del Mercado de Valores",
      "Travel Rule",
      "Structuring",
      "Blocked transaction",
      "Designated businesses",
    ],
    ...[
      "Ley para Regular las Instituciones de Tecnología Financiera",
      "Ley General para Prevenir y Sancionar",
    ],
    `${"x".repeat(200)} OFAC`,
  ])("is not what is called %j", (name) => {
    expect(isSanctionsList(name)).toBe(false);
  });
});
