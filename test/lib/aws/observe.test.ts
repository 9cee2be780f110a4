import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { count, flushMetrics, logger } from "../../../lib/aws/observe.ts";

const written: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00.250Z") });
  vi.spyOn(process.stdout, "write").mockImplementation((line) => written.push(String(line)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  written.splice(0);
});

test("a log line is one line of JSON, with what Lambda filters and sorts by", () => {
  logger.error("a shard\ncould not go on", { projectId: 1, reason: 'a "quoted" one', absent: undefined });
  expect(written).toEqual([
    '{"level":"ERROR","message":"a shard\\ncould not go on","timestamp":"2026-03-01T12:00:00.250Z","projectId":1,"reason":"a \\"quoted\\" one"}\n',
  ]);
});

test("a line says how bad it is", () => {
  logger.info("one");
  logger.warn("two");
  expect(written.map((line) => JSON.parse(line).level)).toEqual(["INFO", "WARN"]);
});

test("the counts of an invocation are one line of embedded metrics, and written once", () => {
  count("NotificationStored");
  count("NotificationStored", 2);
  count("AlertFailed", 0);
  flushMetrics("dev");
  flushMetrics("dev");
  expect(written).toEqual([
    '{"_aws":{"Timestamp":1772366400250,"CloudWatchMetrics":[{"Namespace":"Vigia","Dimensions":[["service"]],"Metrics":[{"Name":"NotificationStored","Unit":"Count"}]}]},"service":"vigia-dev","NotificationStored":3}\n',
  ]);
});
