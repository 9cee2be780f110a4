/** Facts about a wallet's risk in an entry of a scan's reply, as far as they can be stored. */

import { issuesLine, issuesOf } from "../../contract/issues.ts";
import { scanResult } from "../../contract/scan.ts";
import { shorten } from "../../i18n/text/cut.ts";

/** An entry of a reply as it came. */
export type ResultEntry = Readonly<Record<string, unknown>>;

/** Facts of an entry; absent if missing or unreadable. */
export interface ResultReading {
  score?: number;
  level?: string;
  reason?: string;
  suspicious?: boolean;
  patterns?: unknown;
  /** Why the score cannot be kept, where there is one. */
  wrongScore?: string;
  /** Other deviations from the interface, and the corrections of them. */
  odd?: string;
}

/** The entry is kept whole beside them; these are for reading. */
const MAX_LEVEL = 100;
const MAX_REASON = 500;

/** DynamoDB keeps no number nearer to 0 than this. */
const LEAST_SCORE = 1e-130;

/** Reads an entry: texts are mended and cut, and a field of a wrong type costs itself alone. */
export function readResult(entry: ResultEntry): ResultReading {
  const score = readScore(entry["riskScore"]);
  const level = plainText(entry["riskLevel"]);
  const reason = plainText(entry["riskReason"]);
  const suspicious = truth(entry["suspiciousActivity"]);
  const patterns = entry["patterns"] ?? undefined;
  const odd = oddities(entry, level, reason);
  return {
    ...score,
    ...(level === undefined ? {} : { level: shorten(level, MAX_LEVEL) }),
    ...(reason === undefined ? {} : { reason: shorten(reason, MAX_REASON) }),
    ...(suspicious === undefined ? {} : { suspicious }),
    ...(patterns === undefined ? {} : { patterns }),
    ...(odd.length === 0 ? {} : { odd: odd.join("; ") }),
  };
}

/** Reports whether an entry has a fact about the risk that can be stored: a score, or suspicious activity. */
export function saysRisk({ score, suspicious }: ResultReading): boolean {
  return score !== undefined || suspicious === true;
}

function oddities(entry: ResultEntry, level = "", reason = ""): string[] {
  const reading = scanResult.safeParse(entry);
  const issues = reading.success ? [] : issuesOf(reading.error);
  const wrong = issues.filter(({ path }) => path !== "riskScore");
  return [
    ...(wrong.length === 0 ? [] : [issuesLine(wrong)]),
    ...(level.length > MAX_LEVEL ? [`riskLevel: cut from ${level.length} characters`] : []),
    ...(level.isWellFormed() && reason.isWellFormed() ? [] : ["half characters were replaced"]),
  ];
}

function readScore(score: unknown): Pick<ResultReading, "score" | "wrongScore"> {
  if (score === undefined || score === null) return {};
  if (typeof score !== "number" || !Number.isFinite(score)) {
    return { wrongScore: "its riskScore is not a number that can be read" };
  }
  // A score that says nothing of a risk must not be taken for the least one.
  if (score < 0) return { wrongScore: `its riskScore of ${score} is below 0` };
  if (score > Number.MAX_SAFE_INTEGER || (score !== 0 && score < LEAST_SCORE)) {
    return { wrongScore: `its riskScore of ${score} cannot be kept exactly` };
  }
  // Minus zero would be kept as 0 and compared as -0.
  return { score: score + 0 };
}

function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A service that writes `"true"` or 1 means it. */
function truth(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const isTrue = value === 1 || (typeof value === "string" && value.trim().toLowerCase() === "true");
  return isTrue ? true : undefined;
}
