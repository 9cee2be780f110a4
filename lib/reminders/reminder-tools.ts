/** Stores and clients of reminders. */

import pMap from "p-map";
import type * as z from "zod/mini";
import type { AlertStore } from "../alerts/alerts.ts";
import type { DeskUrl } from "../alerts/desk-links.ts";
import { type OncePublisher, oncePublishing } from "../alerts/publisher.ts";
import { caseProjects } from "../cases/case-projects.ts";
import { UndecidedCases } from "../cases/undecided-cases.ts";
import { documentClient } from "../platform/document-client.ts";
import type { sendRemindersEnv } from "../settings/env.ts";

export interface ReminderTools {
  stage: string;
  /** The officers': the message of the day goes out by its clock. */
  timeZone: string;
  desk: DeskUrl;
  /** After how many hours officers are reminded of a case that nothing is due about; 48 at most. */
  afterHours: number;
  /** ARNs; escalations have one only if the settings name a person for them. */
  topics: { alerts: string; escalation: string | undefined };
  cases: Pick<UndecidedCases, "receivedBefore" | "dueBefore" | "suspectedBefore">;
  alerts: AlertStore;
  publisher(): OncePublisher;
  /** Longest time for one message before another call may send it, in milliseconds. */
  messageMs: number;
}

/** An hour of a project. */
export interface ReminderHour {
  projectId: number;
  now: Date;
  /** End of all sending, in milliseconds since 1970. */
  endsAt: number;
}

/** Longest time for a message. */
const MESSAGE_MS = 45_000;

/** With the projects that cases may be of. */
interface ReminderFunctionTools extends ReminderTools {
  projects(): Promise<readonly number[]>;
}

export function reminderTools(
  environment: z.infer<ReturnType<typeof sendRemindersEnv>>,
): ReminderFunctionTools {
  const database = documentClient();
  const served = environment.PROJECTS.map(({ id }) => id);
  return {
    stage: environment.STAGE,
    timeZone: environment.TIME_ZONE,
    desk: environment.DESK_URL,
    afterHours: 24,
    topics: { alerts: environment.ALERTS_TOPIC_ARN, escalation: environment.ESCALATION_TOPIC_ARN },
    projects: () => caseProjects(database, environment.CASES_TABLE, served),
    cases: new UndecidedCases(database, environment.CASES_TABLE),
    ...oncePublishing(environment, database),
    messageMs: MESSAGE_MS / environment.TIME_SCALE,
  };
}

const LOOKED_UP_CONCURRENTLY = 10;

/** Messages that have not gone out. */
export async function unsentOf<T extends { id: string }>(
  reminders: readonly T[],
  { alerts }: Pick<ReminderTools, "alerts">,
): Promise<(T & { isBegun: boolean })[]> {
  const found = await pMap(
    reminders,
    async (one) => {
      const record = await alerts.standing(one.id);
      return record?.state === "sent" ? [] : [{ ...one, isBegun: record !== undefined }];
    },
    { concurrency: LOOKED_UP_CONCURRENTLY },
  );
  return found.flat();
}
