/** AWS's prices, as docs/operate/costs.md has them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const PAGE = join(import.meta.dirname, "../../../docs/operate/costs.md");

/** A row of the page: the name of a price, an amount of dollars or units, and for how many of them. */
const ROW = /^\| `(\w+)` \| \$?([\d.,]+) \| ([\d,]+) /gm;

const price = z.number().check(z.positive());

const prices = z.strictObject({
  lambdaGbSecond: price,
  lambdaRequest: price,
  httpApiRequest: price,
  sqsRequest: price,
  dynamoDbWriteUnit: price,
  dynamoDbReadUnit: price,
  dynamoDbStoredByteMonth: price,
  dynamoDbInfrequentByteMonth: price,
  dynamoDbBackupByteMonth: price,
  kmsKeyMonth: price,
  secretMonth: price,
  secretRequest: price,
  logByte: price,
  logByteMonth: price,
  metricMonth: price,
  alarmMonth: price,
  dashboardMonth: price,
  schedulerInvocation: price,
  transferByte: price,
  freeDashboards: price,
  freeAlarms: price,
  freeSqsRequests: price,
});

/** Dollars for one of each; of the free tier how many are free. */
export const PRICES = prices.parse(
  Object.fromEntries(
    [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(([, name, amount = "", count = ""]) => [
      name,
      Number(amount.replaceAll(",", "")) / Number(count.replaceAll(",", "")),
    ]),
  ),
);
