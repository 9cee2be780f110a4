/** Prints the page, which only a script can do; on phones it is left out. */

import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { Icon } from "../frame/icon.tsx";
import { say } from "../frame/translator.ts";

export function PrintButton() {
  const name = say(FRAME.print);
  return (
    <button type="button" class="quiet icon wide-only" aria-label={name} title={name} hidden data-print>
      <Icon name="printer" />
    </button>
  );
}
