/** Issues of an invalid webhook body. */

import { describe, expect, it } from "vitest";
import { parseObject, parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { issueTexts } from "../../../lib/contract/issues.ts";
import { notAnObject, readWebhook } from "../../../lib/contract/webhook.ts";
import { edited, NOTIFICATION, TEXT } from "./notification-text.ts";

const TIME = '"timestamp":"2025-08-20T05:10:57.228Z"';
const NO_TIME = "expected a time as ISO 8601";
const ADDRESS = '"address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"';

describe("the issues of a notification", () => {
  it.each([
    ['"risk":"illegal"', '"risk":"fatal"', "data.inflictedLaws.0.risk", 'expected "warn" or "illegal"'],
    ['"risk":"illegal",', "", "data.inflictedLaws.0.risk", "is missing"],
    ['"name":"LFPIORPI"', '"name":5', "data.inflictedLaws.0.name", "expected text"],
    ['"countryCode":"MX"', '"countryCode":null', "data.inflictedLaws.0.countryCode", "expected text"],
    ['"inflictedLaws":[', '"inflictedLaws":null,"x":[', "data.inflictedLaws", "expected a list"],
    ['"value":1', '"value":"1"', "data.amount.value", "expected a number"],
    ['"value":1', '"value":-1', "data.amount.value", "expected a number that is not negative"],
    ['"value":1', '"value":0.5', "data.amount.value", "expected a whole number"],
    ['"value":1', '"value":1e999999999', "data.amount.value", "expected at most 78 digits"],
    ['"value":1', `"value":${"9".repeat(79)}`, "data.amount.value", "expected at most 78 digits"],
    ['"value":1,', "", "data.amount.value", "is missing"],
    ['"usd":3000', '"usd":"3000"', "data.amount.usd", "expected a number"],
    [
      '"usd":3000',
      `"usd":1.${"0".repeat(99)}`,
      "data.amount.usd",
      "expected a number of at most 100 characters",
    ],
    ['"usd":3000', '"usd":-3000', "data.amount.usd", "expected a number that is not negative"],
    ['"usd":3000', '"usd":-1e-400', "data.amount.usd", "expected a number that is not negative"],
    ['"usd":3000', '"usd":1e999', "data.amount.usd", "expected a number of at most 100 characters"],
    ['"id":1', '"id":"1"', "data.id", "expected a number"],
    ['"chainId":42161', '"chainId":null', "data.chainId", "expected a number"],
    ['"id":543', '"id":[]', "data.address.id", "expected a number"],
    [ADDRESS, '"address":""', "data.address.address", "expected at least 1 character"],
    [ADDRESS, '"address":[]', "data.address.address", "expected text"],
    ['"txHash":"0xabab"', '"txHash":{}', "data.txHash", "expected text"],
    [TIME, '"timestamp":"2026-02-29T00:00:00Z"', "data.timestamp", NO_TIME],
    [TIME, '"timestamp":"yesterday"', "data.timestamp", NO_TIME],
    [TIME, '"timestamp":"at 2025-08-20T05:10"', "data.timestamp", NO_TIME],
    [TIME, '"timestamp":"2025-08-20T05:10:57Z (x)"', "data.timestamp", NO_TIME],
    [TIME, '"timestamp":"+022025-08-20T05:10:57Z"', "data.timestamp", NO_TIME],
    [TIME, '"timestamp":"2025-13-20T05:10:57Z"', "data.timestamp", NO_TIME],
    ['"decimals":18', '"decimals":256', "data.token.decimals", "expected at most 255"],
    ['"decimals":18', '"decimals":1.5', "data.token.decimals", "expected a whole number"],
    ['"decimals":18', '"decimals":-1', "data.token.decimals", "expected a number that is not negative"],
    [
      '"projectId":7',
      '"projectId":8',
      "data.projectId",
      "is not a project that the sender is authenticated for",
    ],
    ['"type":"notification"', '"type":"other"', "type", 'expected "notification" or "error"'],
    ['"type":"notification",', "", "type", "is missing"],
    ['"type":"notification"', '"type":"error"', "data", "expected text"],
  ])("with %s replaced by %s say where and what", (piece, replacement, path, message) => {
    const text = edited(piece, replacement);
    const reading = readWebhook(parseObjectExactly(text), [7]);
    expect(issueTexts(reading.valid ? [] : reading.issues)).toEqual([{ path, message }]);
  });

  it("name everything that is missing", () => {
    const reading = readWebhook({ type: "notification", data: {} }, [7]);
    expect(reading).toEqual({
      valid: false,
      issues: [
        { path: "data.id", is: "missing" },
        { path: "data.projectId", is: "missing" },
        { path: "data.chainId", is: "missing" },
        { path: "data.address", is: "missing" },
        { path: "data.txHash", is: "missing" },
        { path: "data.timestamp", is: "missing" },
        { path: "data.amount", is: "missing" },
        { path: "data.token", is: "missing" },
        { path: "data.inflictedLaws", is: "missing" },
      ],
    });
  });

  it("are at most 50, and quote nothing of a hostile body", () => {
    const reading = readWebhook(
      parseObject(
        JSON.stringify({
          type: "notification",
          data: { ...NOTIFICATION, inflictedLaws: Array(1_000).fill("secret") },
        }),
      ),
      [7],
    );
    if (reading.valid) throw new Error("expected issues");
    expect(reading.issues).toHaveLength(50);
    expect(reading.issues[0]).toEqual({ path: "data.inflictedLaws.0", is: "object" });
    expect(JSON.stringify(reading)).not.toContain("secret");
  });

  it("are one where a list has more entries than any law book, and the stack holds", () => {
    const text = edited('"inflictedLaws":[', `"inflictedLaws":[${"1,".repeat(125_000)}`);
    expect(Buffer.byteLength(text)).toBeLessThan(262_144);
    expect(readWebhook(parseObject(text), [7])).toEqual({
      valid: false,
      issues: [{ path: "data.inflictedLaws", is: "entriesAtMost", values: ["5000"] }],
    });
  });

  it("distinguish a project that the sender may speak for from any other", () => {
    expect(readWebhook(parseObject(TEXT), [3, 7]).valid).toBe(true);
    expect(readWebhook(parseObject(TEXT), []).valid).toBe(false);
  });

  it("say of any other value that it is not an object", () => {
    expect(notAnObject()).toEqual({
      valid: false,
      issues: [{ path: "", is: "jsonObject" }],
    });
  });

  it("are the same for a body read with doubles, as the endpoint reads it", () => {
    for (const text of [
      TEXT,
      edited('"value":1', '"value":1.2345e+21'),
      edited('"decimals":18', '"decimals":18.0'),
    ]) {
      expect(readWebhook(parseObject(text), [7]).valid).toBe(true);
    }
  });
});
