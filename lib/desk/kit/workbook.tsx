/** Lists as files of Excel, beside those that programs read. */

import { linkTo } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { type SheetOf, sheetFile } from "./sheet.ts";

/** The reply with a list as a file of Excel. @param file its name, without the ending */
export async function workbookReply<Row>(context: DeskContext, file: string, sheet: SheetOf<Row>) {
  const bytes = await sheetFile(sheet);
  logger.info("a workbook was made at the desk", {
    file,
    rows: sheet.rows.length,
    subject: context.var.person.subject,
  });
  context.header("content-type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  context.header("content-disposition", `attachment; filename="${file}.xlsx"`);
  return context.body(bytes);
}

interface WorkbookButtonProps {
  /** Path of the list, which its file has with `.xlsx` behind. */
  path: string;
  query: Record<string, string | number | undefined>;
  name: string;
  /** True where the file is what the page is for. */
  isNamed?: boolean;
}

/** Leads to a list as a file of Excel, from beside its title. */
export function WorkbookButton({ path, query, name, isNamed = false }: WorkbookButtonProps) {
  const href = linkTo(`${path}.xlsx`, query);
  if (isNamed)
    return (
      <a class="btn" href={href}>
        <Icon name="fileSpreadsheet" /> {name}
      </a>
    );
  return (
    <a class="btn quiet icon" href={href} aria-label={name} title={name}>
      <Icon name="fileSpreadsheet" />
    </a>
  );
}
