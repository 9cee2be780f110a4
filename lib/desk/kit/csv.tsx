/** Lists as CSV: so many rows as a function can answer with, and a name that says where there are more. */

import { linkTo } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { type CsvForm, csvLine } from "../../i18n/text/csv.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { say } from "../frame/translator.ts";

const MAX_ROWS = 10_000;

/** Rows that are read and left out cost time as well, and API Gateway waits for 30 seconds. */
const MAX_READ = 50_000;
const MAX_MS = 15_000;

/** Lambda answers with 6 MB, in base64; compressed, such text takes a quarter at most. */
const MAX_PLAIN_BYTES = 4_000_000;
const MAX_COMPRESSED_BYTES = 12_000_000;

/**
 * The reply with a list as CSV.
 * @param name of the list, as the file is called
 * @param rows in their order; undefined is one that was read and is not in the list
 */
export async function csvReply<Row>(
  context: DeskContext,
  name: string,
  form: CsvForm<Row>,
  rows: AsyncIterable<Row | undefined> | Iterable<Row>,
) {
  const isCompressed = /\bgzip\b/.test(context.req.header("accept-encoding") ?? "");
  const maxBytes = isCompressed ? MAX_COMPRESSED_BYTES : MAX_PLAIN_BYTES;
  const until = Date.now() + MAX_MS;
  const lines = [csvLine(form.csvHeader)];
  let [read, bytes, isCut] = [0, 0, false];
  for await (const row of rows) {
    const line = row === undefined ? "" : csvLine(form.csvCells(row));
    bytes += Buffer.byteLength(line);
    isCut = lines.length > MAX_ROWS || read++ >= MAX_READ || bytes > maxBytes || Date.now() > until;
    if (isCut) break;
    if (row !== undefined) lines.push(line);
  }
  const count = lines.length - 1;
  logger.info("a list was exported at the desk", {
    list: name,
    rows: count,
    subject: context.var.person.subject,
  });
  const file = isCut ? say(WORKBOOK.cutFile, { file: name, count }) : name;
  context.header("content-type", "text/csv; charset=utf-8");
  context.header("content-disposition", `attachment; filename="${file}.csv"`);
  // Without the mark Excel takes the accents for those of another alphabet.
  return context.body(`\uFEFF${lines.join("")}`);
}

interface CsvOf {
  /** Path of the list, which its CSV has with `.csv` behind. */
  path: string;
  query?: Record<string, string | number | undefined>;
}

/** Leads to a list as CSV, from beside its title. */
export function CsvButton({ path, query = {} }: CsvOf) {
  const name = say(FRAME.csv, { count: MAX_ROWS });
  return (
    <a class="btn quiet icon" href={linkTo(`${path}.csv`, query)} aria-label={name} title={name}>
      <Icon name="download" />
    </a>
  );
}
