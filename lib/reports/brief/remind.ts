/** Each hour: officers are told of a running 24-hour notice twice, when twelve and when four hours are left. */

import { type AlertStore, onceAlertId } from "../../alerts/alerts.ts";
import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import type { OncePublisher } from "../../alerts/publisher.ts";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import type { CaseQueries, SuspectedCase } from "../../cases/case-queries.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { noticeReminder, subjectsOf } from "./notice-reminder.ts";

const HOUR_MS = 3_600_000;

/** The hours left at which officers are reminded of a running notice, the last first. */
const HOURS_LEFT = [4, 12] as const;

export interface ReminderDeps {
  stage: string;
  desk: DeskUrl;
  cases: Pick<CaseQueries, "suspected">;
  alerts: Pick<AlertStore, "standing">;
  publisher: Pick<OncePublisher, "send">;
  /** Projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** ARN of the officers' topic. */
  topics: { alerts: string };
  /** Longest time for one message, in milliseconds. */
  messageMs: number;
}

/** A message could not be sent; called again, the function sends that alone. */
export class ReminderError extends Error {
  override name = "ReminderError";
  constructor(count: number) {
    super(`${count} reminders could not be sent, or are being sent by another call: they are tried again.`);
  }
}

/**
 * Sends what is due now, the most urgent notice of a project first, each once.
 * @param endsAt when all sending must be over, in milliseconds since 1970
 * @throws {ReminderError} where something was not sent, after all else was
 */
export async function remindOfNotices(
  deps: ReminderDeps,
  { now, endsAt }: { now: Date; endsAt: number },
): Promise<void> {
  let unsent = 0;
  for (const projectId of deps.projectIds) {
    try {
      for (const due of await dueIn(projectId, deps.cases, now))
        if (!(await isSent(due, deps, endsAt))) unsent += 1;
    } catch (error) {
      unsent += 1;
      logger.error("the pending 24-hour notices of a project could not be read", {
        project: projectId,
        ...errorOrigin(error),
      });
    }
  }
  if (unsent > 0) throw new ReminderError(unsent);
}

interface DueReminder extends SuspectedCase {
  hoursLeft: number;
}

async function dueIn(projectId: number, cases: ReminderDeps["cases"], now: Date): Promise<DueReminder[]> {
  const suspected = await Array.fromAsync(new CountLimit().of(cases.suspected(projectId)));
  return suspected
    .toSorted((a, b) => compareTexts(a.notice.at, b.notice.at))
    .flatMap((suspectedCase) => {
      const leftMs = Date.parse(suspectedCase.notice.at) - now.getTime();
      const hoursLeft = HOURS_LEFT.find((hours) => leftMs <= hours * HOUR_MS);
      return hoursLeft === undefined || leftMs <= 0 ? [] : [{ ...suspectedCase, hoursLeft }];
    });
}

/** Sends a message unless it went out before. */
async function isSent(due: DueReminder, deps: ReminderDeps, endsAt: number): Promise<boolean> {
  const { stage, desk, topics } = deps;
  const { listedCase, notice, hoursLeft } = due;
  const { projectId } = listedCase;
  const id = reminderId(due);
  try {
    if ((await deps.alerts.standing(id))?.state === "sent") return true;
    const outcome = await deps.publisher.send(
      {
        id,
        projectId,
        topicArn: topics.alerts,
        subjects: subjectsOf(listedCase),
        compose: (alertId, translator) =>
          noticeReminder(listedCase, { stage, alertId, translator, desk, dueAt: notice.at, hoursLeft }),
      },
      Math.min(endsAt, Date.now() + deps.messageMs),
    );
    logger.info("a reminder was looked after", { alert: id, outcome });
    return outcome !== "claimed-elsewhere";
  } catch (error) {
    logger.error("a reminder could not be sent; it is tried again", { alert: id, ...errorOrigin(error) });
    return false;
  }
}

/** The same for every reader at any time. Its time is a day's beginning: an id must not say since when a crime is suspected. */
function reminderId({ listedCase: { subject, opened, projectId }, notice, hoursLeft }: DueReminder): string {
  const day = `${notice.at.slice(0, "YYYY-MM-DD".length)}T00:00:00.000Z`;
  return onceAlertId(projectId, day, `notice#${hoursLeft}#${notice.since}#${subject}#${opened}`);
}
