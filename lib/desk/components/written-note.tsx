/** What somebody wrote in a form that is not there any more: to be copied, so that it need not be written again. */

import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { useSpeaker } from "../speaker.ts";

export function WrittenNote({ note = "" }: { note: string | undefined }) {
  const { say } = useSpeaker();
  if (note.trim() === "") return undefined;
  return (
    <label>
      {say(FRAME.yourNote)}
      <textarea rows={8} readonly dir="auto">
        {note}
      </textarea>
    </label>
  );
}
