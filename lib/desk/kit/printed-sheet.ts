/** Makes a table that can be filtered and printed of a file of Excel: the library that writes it has no options for that. */

import type { Feature } from "write-excel-file/universal";

interface PrintedTable {
  /** Name of the tab. */
  name: string;
  /** Number of the row with the headings, from 1. */
  heading: number;
  rows: number;
  columns: number;
  /** The desk's, as in `America/Mexico_City`. */
  timeZone: string;
}

/** Of the first sheet, which is the table: a filter under each heading, headings on every page of paper, pages as wide as the table, and the paper of the desk's country. */
export async function printedSheet({
  name,
  heading,
  rows,
  columns,
  timeZone,
}: PrintedTable): Promise<Feature<Blob>> {
  const { getCellAddress, getOrderOfSiblings, insertElementMarkupAccordingToOrderOfSiblings } = await import(
    "write-excel-file/utility"
  );
  const column = getCellAddress(0, columns - 1).replace(/\d+$/, "");
  const last = heading + rows;
  // Excel finds its filter by the first name, and the rows that it repeats by the second.
  const names = [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${name}'!$A$${heading}:$${column}$${last}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'${name}'!$${heading}:$${heading}</definedName>`,
  ];
  const fitted = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const filter = `<autoFilter ref="A${heading}:${column}${last}"/>`;
  const order = getOrderOfSiblings("xl/worksheets/sheet{id}.xml", "worksheet") ?? [];
  const paperSize = PAPER_SIZES[paperIn(timeZone)];
  return {
    files: {
      transform: {
        "xl/workbook.xml": {
          transform: (xml) =>
            xml.replace("<definedNames/>", () => `<definedNames>${names.join("")}</definedNames>`),
        },
        "xl/worksheets/sheet{id}.xml": {
          transform: (xml, _options, { sheetIndex }) =>
            (sheetIndex === 0 ? [fitted, filter] : [fitted]).reduce(
              (whole, element) =>
                insertElementMarkupAccordingToOrderOfSiblings(whole, element, order, "worksheet"),
              xml,
            ),
          transformElementAttributes: (tag, attributes) =>
            tag === "pageSetup" ? { ...attributes, paperSize, fitToWidth: 1, fitToHeight: 0 } : attributes,
        },
      },
    },
  };
}

/** Countries with Letter; all others have A4. As CLDR has it. */
const LETTER_COUNTRIES = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

type Paper = "A4" | "letter";

/** Numbers of papers in Office Open XML. */
const PAPER_SIZES: Record<Paper, number> = { letter: 1, A4: 9 };

/** The paper in the printers of the country whose time zone it is. */
export function paperIn(timeZone: string): Paper {
  // `Mexico/General` is another name of one.
  const { timeZone: zone } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  const isLetter = LETTER_COUNTRIES.some((country) =>
    new Intl.Locale(`und-${country}`).getTimeZones()?.includes(zone),
  );
  return isLetter ? "letter" : "A4";
}
