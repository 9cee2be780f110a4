/** Pages of the documents that are generated, by their files. */

import { commandsPage } from "./commands-page.ts";

export const PAGES: Readonly<Record<string, () => string>> = {
  "docs/reference/commands.md": commandsPage,
};
