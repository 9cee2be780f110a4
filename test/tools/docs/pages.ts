/** Pages of the documents that are generated, by their files. */

import { commandsPage } from "./commands-page.ts";
import { settingsPage } from "./settings-page.ts";
import { tablesPage } from "./tables-page.ts";

export const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/reference/commands.md": commandsPage,
  "docs/reference/settings.md": settingsPage,
  "docs/reference/tables.md": tablesPage,
};
