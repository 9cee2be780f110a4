import { expect, it } from "vitest";
import { PRICES } from "./prices.ts";

it("the prices of the page are dollars for one request, unit, byte or thing", () => {
  const rounded = Object.entries(PRICES).map(([name, price]) => [name, Number(price.toPrecision(12))]);
  expect(Object.fromEntries(rounded)).toEqual({
    lambdaGbSecond: 0.0000133334,
    lambdaRequest: 0.0000002,
    httpApiRequest: 0.000001,
    sqsRequest: 0.0000004,
    dynamoDbWriteUnit: 0.000000625,
    dynamoDbReadUnit: 0.000000125,
    dynamoDbStoredByteMonth: 0.00000000025,
    dynamoDbInfrequentByteMonth: 0.0000000001,
    dynamoDbBackupByteMonth: 0.0000000002,
    kmsKeyMonth: 1,
    secretMonth: 0.4,
    secretRequest: 0.000005,
    logByte: 0.0000000005,
    logByteMonth: 0.00000000003,
    metricMonth: 0.3,
    alarmMonth: 0.1,
    dashboardMonth: 3,
    schedulerInvocation: 0.000001,
    transferByte: 0.00000000009,
    freeDashboards: 3,
    freeAlarms: 10,
    freeSqsRequests: 1_000_000,
  });
});
