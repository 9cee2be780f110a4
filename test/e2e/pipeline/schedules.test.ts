import { expect, it } from "vitest";
import { LocalEvents } from "../../../infra/local/events.ts";
import { TestStack } from "../../support/test-stack.ts";

it("the schedule calls the function that watches over scans, as the scheduler's own role", async () => {
  const events = new LocalEvents();
  const heard = new Promise<unknown>((done) => {
    events.listen((event) => {
      if (event.type === "schedule" || event.type === "problem") done(event);
    });
  });
  const stack = await TestStack.start({ schedules: true, timeScale: 3_600, events });
  try {
    expect(await heard).toEqual({ type: "schedule", schedule: "ScanWatch", function: "StartScan" });
  } finally {
    await stack.close();
  }
});
