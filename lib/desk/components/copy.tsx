/** A button that copies a text; where no script runs there is none. */

import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { useSpeaker } from "../speaker.ts";

export function Copy({ text }: { text: string }) {
  const { say } = useSpeaker();
  return (
    <button type="button" hidden data-copy={text} data-copied={say(FACTS.copied)}>
      {say(FACTS.copy)}
    </button>
  );
}
