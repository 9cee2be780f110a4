/** What mails of the topics are from, in every language: SNS takes ASCII alone. */

import { texts } from "../lib/i18n/texts.ts";

export const TOPIC_NAMES = texts({
  alerts: { en: "Vigia {$stage} alerts", es: "Vigia {$stage}: alertas" },
  escalation: { en: "Vigia {$stage} undecided", es: "Vigia {$stage}: sin dictaminar" },
  operations: { en: "Vigia {$stage} operations", es: "Vigia {$stage}: operaciones" },
});
