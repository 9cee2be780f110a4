/** What the alarms say to operations, in every language: CloudWatch sends it as it was when the stack was made. */

import { texts } from "../../../lib/i18n/texts.ts";
import { BRIEF } from "./brief.ts";
import { CALLS } from "./calls.ts";
import { DESK } from "./desk.ts";
import { HOLDS } from "./holds.ts";
import { INTAKE } from "./intake.ts";
import { REMINDERS } from "./reminders.ts";
import { SCAN } from "./scan.ts";

export const ALARMS = {
  frame: texts({
    description: {
      en: "Affected: {$affected} To do: {$action}",
      es: "Afecta {$affected} Qué hacer: {$action}",
    },
  }),
  calls: CALLS,
  holds: HOLDS,
  intake: INTAKE,
  scan: SCAN,
  desk: DESK,
  reminders: REMINDERS,
  brief: BRIEF,
};
