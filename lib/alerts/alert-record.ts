/** Record of a message: as it was sent, and its subjects. */

import { subjectLine } from "../text/subject.ts";
import type { AlertSubject, StoredAlert } from "./alerts.ts";
import type { Publication } from "./publish.ts";

/** Topic of a message. */
export interface Recorded {
  projectId: number;
  rehearsal?: boolean;
  /** Its subjects, the worst first. */
  subjects: readonly AlertSubject[];
}

/** DynamoDB takes items of 400 KB; a message has at most 256 KB. */
const MAX_SUBJECT_CHARACTERS = 100_000;

/** The record of a message that has not gone out yet. */
export function recordOf(
  { projectId, rehearsal, subjects }: Recorded,
  id: string,
  { message: { subject, email, slack, attributes }, event }: Publication,
  expiresAt: number,
): StoredAlert {
  const listed: AlertSubject[] = [];
  let characters = 0;
  for (const one of subjects) {
    characters += JSON.stringify(one).length;
    if (characters > MAX_SUBJECT_CHARACTERS) break;
    listed.push(one);
  }
  return {
    projectId: String(projectId),
    id,
    kind: attributes.kind,
    state: "pending",
    ...(rehearsal === true ? { rehearsal } : {}),
    subjects: listed,
    ...(listed.length < subjects.length ? { subjectCount: subjects.length } : {}),
    message: { subject: subjectLine(subject), email, slack, event },
    expiresAt,
  };
}
