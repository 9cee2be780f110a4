/** `vigia users check`: what a Mexican report would not take of the records of a file, or of those that are stored. */

import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { warningLine, warningsOf } from "../../../users/report/record-check.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import { formatOf, openInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import { readUsers } from "./user-file.ts";

export function addUserCheck(group: CommandGroup): void {
  addCommand(group, "check [file]", {
    summary: "warn of fields that would make a Mexican report invalid, in a file or in the table",
    details:
      "Notices (avisos) under article 17 XVI LFPIORPI are built from User records, and the authority's portal rejects files with an invalid field. The output contains personal data: it shows the corrected value if it can be derived. It changes nothing, and proposes no correction of a userId or dialing code. This is not legal advice.",
    examples: ["vigia users check users.jsonl", "vigia users check", "vigia users check users.csv --strict"],
    action: checkUsers,
  })
    .option("--strict", "fail on warnings")
    .option("--format <format>", "jsonl or csv (default: by the file's name)");
}

/** A record and its place, or why there is no valid one. */
type Found = { where: string } & ({ user: User } | { wrong: string });

async function checkUsers(call: Call): Promise<number> {
  const { context, options } = call;
  const { strict, format } = options({ strict: option.flag, format: option.fileFormat });
  const count = new WarningCount(context.now());
  let refused = 0;
  for await (const found of usersToCheck(call, format)) {
    if ("wrong" in found) {
      refused++;
      await context.note(`${found.where}: ${found.wrong}`);
      continue;
    }
    const id = cleanText(found.user.userId, 100);
    for (const warning of count.add(found.user))
      await context.print(`${found.where}, user ${id}: ${warningLine(warning)}`);
  }
  await context.note(summary(count, refused));
  if (refused > 0) return EXIT.refusedLines;
  return strict && count.warned > 0 ? EXIT.failed : EXIT.done;
}

async function* usersToCheck(
  { context, args: [file], target }: Call,
  format: "jsonl" | "csv" | undefined,
): AsyncGenerator<Found> {
  if (file === undefined) {
    const found = await target();
    for await (const user of new UserStore(documents(found), found.tables.users).all())
      yield user instanceof InvalidRecordError
        ? { where: found.name, wrong: user.message }
        : { where: found.name, user };
    return;
  }
  const input = await openInput(context, file);
  for await (const read of readUsers(input, format ?? formatOf(file))) {
    const where = `${input.name}, line ${read.line}`;
    yield "wrong" in read ? { where, wrong: read.wrong } : { where, user: read.value };
  }
}

function summary(count: WarningCount, refused: number): string {
  const { users, warned, withoutPart } = count;
  return [
    warned === 0 ? `${countOf(users, "user")} checked, no warning.` : `${count.sentence()}.`,
    ...(withoutPart === 0
      ? []
      : [`${countOf(withoutPart, "user")} without the mexico part, which such a report needs.`]),
    ...(refused === 0 ? [] : [`${countOf(refused, "record")} not valid, and not checked.`]),
  ].join(" ");
}

export class WarningCount {
  users = 0;
  /** Users with a warning. */
  warned = 0;
  /** Users without the `mexico` part. */
  withoutPart = 0;
  readonly #now: number;
  readonly #byField = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  /** Counts a user. @returns the warnings, which may reveal personal data */
  add({ userId, record }: User) {
    const warnings = warningsOf(userId, record, this.#now);
    this.users++;
    if (record.mexico === undefined) this.withoutPart++;
    if (warnings.length > 0) this.warned++;
    for (const { field } of warnings) this.#byField.set(field, (this.#byField.get(field) ?? 0) + 1);
    return warnings;
  }

  /** `2 of 3 users have fields that a Mexican report would reject: givenName (2), email (1)`. */
  sentence(): string {
    const have = this.warned === 1 ? "has" : "have";
    const fields = [...this.#byField].map(([field, count]) => `${field} (${count.toLocaleString("en-US")})`);
    return `${this.warned.toLocaleString("en-US")} of ${countOf(this.users, "user")} ${have} fields that a Mexican report would reject: ${fields.join(", ")}`;
  }
}
