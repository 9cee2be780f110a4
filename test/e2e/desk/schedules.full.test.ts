import { expect, it } from "vitest";
import { LocalEvents } from "../../../infra/local/lambda/run-events.ts";
import { TestStack } from "../../support/test-stack.ts";

/** A night in seconds. */
const TIME_SCALE = 20_000;

it("each schedule calls its function, as its own role, and each function may write its log", async () => {
  const events = new LocalEvents();
  const heard = new Map<string, string>();
  events.listen((event) => {
    if (event.type === "schedule") heard.set(event.schedule, event.function);
    if (event.type === "problem") heard.set("problem", event.message);
  });
  const props = { desk: true };
  const stack = await TestStack.start({ schedules: true, timeScale: TIME_SCALE, events, props });
  try {
    const count = stack.stack.nextRuns().length;
    await expect.poll(() => heard.size).toBeGreaterThanOrEqual(count);
    expect(Object.fromEntries(heard)).toEqual({
      BriefSchedule: "SendBrief",
      ReminderSchedule: "SendBrief",
      ScanSchedule: "StartScan",
      ScanWatch: "StartScan",
    });
  } finally {
    await stack.close();
  }
});
