/** The numbers by which the calls of one run are distinguished from those of the runs beside it. */

/** Nine digits that begin with 7: every run has one of its own, in its ids, addresses, chains and users. */
const SUBJECT = /(?<!\d)7\d{8}(?!\d)/g;

/** The first of them. */
export const FIRST_SUBJECT = 700_000_001;

/** One that no run has. */
export const LAST_SUBJECT = 799_999_999;

/** The subjects that a text speaks of, each once. */
export function subjectsIn(text: string): string[] {
  return [...new Set(text.match(SUBJECT) ?? [])];
}

/** The subjects of the event that a function is called with: an envelope of the webhook queue hides them in base64. */
export function subjectsOfEvent(event: string): string[] {
  const bodies = recordsOf(event).map(({ body }) => bodyInEnvelope(body));
  return subjectsIn([event, ...bodies].join("\n"));
}

function recordsOf(event: string): { body: string }[] {
  const value = parsed(event);
  if (typeof value !== "object" || value === null || !("Records" in value)) return [];
  const records: unknown[] = Array.isArray(value.Records) ? value.Records : [];
  return records.flatMap((record) =>
    typeof record === "object" && record !== null && "body" in record ? [{ body: String(record.body) }] : [],
  );
}

/** Text in the `body` of a message that is an envelope; empty for any other. */
export function bodyInEnvelope(message: string): string {
  const value = parsed(message);
  if (typeof value !== "object" || value === null || !("body" in value)) return "";
  return Buffer.from(String(value.body), "base64").toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
