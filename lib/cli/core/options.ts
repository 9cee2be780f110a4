/** Options that several commands share, and parsers of values. */

import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { isCalendarDate } from "../../contract/calendar-date.ts";
import { momentOf } from "../../i18n/time/calendar.ts";
import { WrongUseError } from "./failure.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const UNITS_MS: Record<string, number> = {
  s: 1_000,
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/** A parser of text of one form. @param expected follows commander's "… is invalid." */
function matching(form: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

const PROJECT = /^(0|[1-9]\d{0,14})$/;

/** A project's id with the service. */
export function projectIn(text: string): number {
  return Number(matching(PROJECT, "a project's id, such as 1")(text));
}

/** Several projects' ids with commas between. */
export function projectsIn(text: string): number[] {
  return text.split(",").map(matching(PROJECT, "projects' ids, such as 1,2")).map(Number);
}

/** A chain's id, as digits. */
export const chainIn = matching(/^(0|[1-9]\d{0,77})$/, "a chain's id, such as 137");

/** Any text; an empty one is a variable of a shell that is not set, and would choose nothing. */
export const textIn = matching(/./s, "a text that is not empty");

/** A number of things. */
export function countIn(text: string): number {
  return Number(matching(/^[1-9]\d{0,8}$/, "a whole number of at least 1")(text));
}

/** A day of the calendar, as `2026-02-20`. */
export function dayIn(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError("Expected a day, such as 2026-02-20.");
}

const LENGTH_OF_TIME = /^(\d{1,6})([smhdwy])$/;

/** A length of time, such as `24h`. @returns milliseconds */
export function durationIn(text: string): number {
  return lengthOf(matching(LENGTH_OF_TIME, "a length of time, such as 24h or 30m")(text));
}

/** Times of another form are compared as text wrongly; nothing is older. */
const EARLIEST = 0;
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/** A time: ISO 8601 (UTC where it names no zone), or how long ago, such as `7d`. Read as ISO 8601 in UTC. */
export function timeIn({ now }: Clock): (text: string) => string {
  return (text) => {
    const time = timeOf(text, now());
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    throw new InvalidArgumentError("Expected a time, such as 2026-03-01, 2026-03-01T12:00:00Z or 7d.");
  };
}

interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const projectOption = new Option("--project <id>", "only this project (default: all)").argParser(
  projectIn,
);
export const projectsOption = new Option(
  "--project <ids>",
  "only these projects, separated by commas (default: all)",
).argParser(projectsIn);
export const limitOption = new Option("--limit <count>", "most to list").argParser(countIn).default(50);
export const formatOption = new Option("--format <format>", "form of the output")
  .choices(["table", "jsonl", "csv"] as const)
  .default("table" as const);
/** Form of one thing that is shown. */
export const shownFormatOption = new Option("--format <format>", "form of the output")
  .choices(["table", "jsonl"] as const)
  .default("table" as const);
/** Form of a file that is read. */
export const fileFormatOption = new Option(
  "--format <format>",
  "form of the file (default: by its name)",
).choices(["jsonl", "csv"] as const);
export const yesOption = new Option("--yes", "without asking");
export const forceOption = new Option("--force", "overwrite an existing file");

export function sinceOption(clock: Clock) {
  return new Option(
    "--since <time>",
    "at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago (UTC without a zone)",
  ).argParser(timeIn(clock));
}

export function untilOption(clock: Clock) {
  return new Option("--until <time>", "before this moment (default: now)").argParser(timeIn(clock));
}

/** In milliseconds since 1970. */
function timeOf(text: string, now: number): number {
  if (LENGTH_OF_TIME.test(text)) return Math.max(EARLIEST, now - lengthOf(text));
  const time = isCalendarDate(text) ? Date.parse(text) : momentOf(text);
  return Math.min(LATEST, Math.max(EARLIEST, time));
}

function lengthOf(text: string): number {
  const [, count, unit = ""] = LENGTH_OF_TIME.exec(text) ?? [];
  return Number(count) * (UNITS_MS[unit] ?? Number.NaN);
}

/** @throws {WrongUseError} if there is no time between two times */
export function checkRange(since: string | undefined, until: string | undefined): void {
  if (since !== undefined && until !== undefined && until <= since)
    throw new WrongUseError("--until: expected a time after --since.");
}
