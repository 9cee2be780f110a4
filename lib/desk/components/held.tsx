/** Whether what a page is about is held, and since when. */

import type { HeldState } from "../../holds/held-since.ts";
import { HOLD } from "../../i18n/catalogue/desk/hold.ts";
import { useSpeaker } from "../speaker.ts";

export function Held({ state }: { state: HeldState }) {
  const { say, moment } = useSpeaker();
  if (!state.held) return undefined;
  const { since } = state;
  return (
    <p>
      <strong>{since === undefined ? say(HOLD.withOther) : say(HOLD.since, { since: moment(since) })}</strong>
    </p>
  );
}
