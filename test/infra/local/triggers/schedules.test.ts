import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { LocalEvent } from "../../../../infra/local/lambda/run-events.ts";
import type { EmulatedSchedule } from "../../../../infra/local/template/resources.ts";
import { Schedules } from "../../../../infra/local/triggers/schedules.ts";
import { emulated } from "../aws/queues.ts";
import { type TestFunction, testFunction } from "../lambda/bundle.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const ROLE = "arn:aws:iam::000000000000:role/ScheduleRole";

function start(properties: Partial<EmulatedSchedule["properties"]>, timeScale: number) {
  const testedFunction: TestFunction = testFunction(
    "exports.handler = async (event) => console.log(JSON.stringify(event))",
  );
  closers.push(() => testedFunction.close());
  const events: LocalEvent[] = [];
  testedFunction.events.listen((event) => events.push(event));
  const schedules = new Schedules({
    schedules: [
      emulated("Nightly", {
        ScheduleExpression: "rate(1 minute)",
        ScheduleExpressionTimezone: "UTC",
        Target: { Arn: testedFunction.pool.arn, Input: '{"trigger":"schedule"}', RoleArn: ROLE },
        ...properties,
      }),
    ],
    timeScale,
    findFunction: (arn) => (arn === testedFunction.pool.arn ? testedFunction.pool : undefined),
    events: testedFunction.events,
  });
  closers.push(() => schedules.close());
  return { schedules, events };
}

it("calls the function with the template's input, again and again, under the time scale", async () => {
  const began = performance.now();
  const { events } = start({}, 600);
  const count = (wanted: LocalEvent["type"]) => events.filter(({ type }) => type === wanted).length;
  // Without the time scale the third would come after two minutes.
  await expect.poll(() => count("schedule") >= 3 && count("log") >= 1).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(290);
  expect(events[0]).toEqual({ type: "schedule", schedule: "Nightly", function: "Worker" });
  expect(events).toContainEqual({ type: "log", function: "Worker", line: { trigger: "schedule" } });
});

it("does not call it at the start, nor before its time", async () => {
  const { events } = start({}, 1);
  await sleep(50);
  expect(events).toEqual([]);
});

it("says when it fires next, in the time zone of the template", () => {
  const { schedules } = start(
    { ScheduleExpression: "cron(30 2 * * ? *)", ScheduleExpressionTimezone: "America/Mexico_City" },
    1,
  );
  const [next] = schedules.next();
  expect(next?.schedule).toBe("Nightly");
  expect(next?.at?.toISOString()).toMatch(/T08:30:00.000Z$/);
});

it("is refused where it calls no function of the template", () => {
  expect(() => start({ Target: { Arn: "arn:of:nobody", Input: "{}", RoleArn: ROLE } }, 1)).toThrow(
    "The schedule Nightly calls arn:of:nobody, which is no function of the template: correct the stack.",
  );
});
