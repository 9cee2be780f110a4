/** Until when cases are kept: with all of their events, years after the last one. */

import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type CaseKey, monthKey } from "../../../lib/cases/case-keys.ts";
import { MonthStore } from "../../../lib/cases/months.ts";
import { newStep, noticeStep, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new StoredCases(client);

/** The days after the years 2026 and 2027, and ten more. */
const [END_OF_2036, END_OF_2037] = ["2037-01-01", "2038-01-01"];

/** The day on which each item of a case expires. */
async function expiriesOf({ subject }: CaseKey): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: "Cases",
      KeyConditionExpression: "subject = :subject",
      ExpressionAttributeValues: { ":subject": subject },
    }),
  );
  return Items.map(({ expiresAt }) =>
    new Date(expiresAt * 1_000).toISOString().slice(0, "2037-01-01".length),
  );
}

const note = (id: string, at: string) => newStep(id, at, { kind: "note", note: "Asked the user's bank." });

describe("a case is kept", () => {
  it("for ten years behind the calendar year of its opening", async () => {
    expect(await expiriesOf(await cases.open(1))).toEqual([END_OF_2036, END_OF_2036]);
  });

  it("as a whole for ten years behind the calendar year of its last event", async () => {
    const storedCase = await cases.open(2, {}, note("a", "2026-03-02T15:00:00.000Z"));
    await cases.step(storedCase, note("b", "2027-01-01T00:00:00.000Z"));
    expect(await expiriesOf(storedCase)).toEqual([END_OF_2037, END_OF_2037, END_OF_2037, END_OF_2037]);
  });

  it("with the month whose notice it names, also where its decision follows in the next year", async () => {
    const filing = { ...REPORTED.filing, reference: "AVI-YEAR" };
    const months = new MonthStore(client, "Cases", 10);
    await months.add(await months.read(1, "2026-12"), noticeStep("year", "2026-12-31T23:00:00.000Z", filing));
    expect(await expiriesOf(monthKey(1, "2026-12"))).toEqual([END_OF_2036, END_OF_2036]);
    const { filing: _, ...decision } = REPORTED;
    const inNotice = { ...decision, notice: { month: "2026-12", id: "year" } };
    await cases.open(4, {}, newStep("a", "2027-01-01T00:00:00.000Z", inNotice));
    expect(await expiriesOf(monthKey(1, "2026-12"))).toEqual([END_OF_2037, END_OF_2037]);
  });

  it("as a whole where a call ended between its older events and the new one", async () => {
    const storedCase = await cases.open(3, {}, note("a", "2026-03-02T15:00:00.000Z"));
    const later = note("b", "2027-01-01T00:00:00.000Z");
    let updates = 0;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === "UpdateItemCommand" && ++updates === 2) throw new Error("The function ended.");
          return next(args);
        },
      { step: "initialize", name: "end" },
    );
    await expect(cases.step(storedCase, later)).rejects.toThrow("ended");
    client.middlewareStack.remove("end");
    expect((await cases.read(storedCase)).steps).toHaveLength(1);
    await cases.step(storedCase, later);
    expect(await expiriesOf(storedCase)).toEqual([END_OF_2037, END_OF_2037, END_OF_2037, END_OF_2037]);
  });
});
