/** Reading a webhook body. */

import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { readWebhook } from "../../../lib/contract/webhook.ts";
import { edited, NOTIFICATION, TEXT } from "./notification-text.ts";

/** The notification that `text` is read as, exactly. */
function read(text: string) {
  const reading = readWebhook(parseObjectExactly(text), [7]);
  if (!reading.valid) throw new Error(JSON.stringify(reading.issues));
  if (reading.body.type !== "notification") throw new Error("not a notification");
  return reading.body.data;
}

describe("a notification", () => {
  it("is read with its ids and amount as digits", () => {
    expect(read(TEXT)).toEqual({
      ...NOTIFICATION,
      id: "1",
      projectId: "7",
      chainId: "42161",
      address: { ...NOTIFICATION.address, id: "543" },
      amount: { value: "1", usd: "3000" },
    });
  });

  it.each([
    ["12345678901234567890", "12345678901234567890"],
    ["1e21", "1000000000000000000000"],
  ])("keeps the amount %s digit for digit", (amount, value) => {
    expect(read(edited('"value":1', `"value":${amount}`)).amount.value).toBe(value);
  });

  it.each(["3000.10", "0.1000000000000000055511151231257827", "1e-7", "-0", "123456789012345678.99"])(
    "keeps %s USD as it was sent",
    (usd) => {
      expect(read(edited('"usd":3000', `"usd":${usd}`)).amount.usd).toBe(usd);
    },
  );

  it("keeps USD of a hundred characters", () => {
    const usd = `1.${"0".repeat(98)}`;
    expect(read(edited('"usd":3000', `"usd":${usd}`)).amount.usd).toBe(usd);
  });

  it("keeps ids that a double would round", () => {
    expect(read(edited('"id":1', '"id":9007199254740993')).id).toBe("9007199254740993");
  });

  it("takes whole numbers that a sender prints with a fraction of zero", () => {
    const text = edited('"decimals":18', '"decimals":18.0').replace('"projectId":7', '"projectId":7.0');
    expect(read(text)).toMatchObject({ projectId: "7", token: { decimals: 18 } });
  });

  it.each([
    ['"description":"Main wallet"', '"description":null', { address: { description: null } }],
    ['"userId":"user-1"', '"userId":null', { address: { userId: null } }],
    ['"usd":3000', '"usd":null', { amount: { usd: null } }],
    ['"source":"DOF"', '"source":null', { inflictedLaws: [{ source: null }] }],
    ['"timestamp":"2025-08-20T05:10:57.228Z"', '"timestamp":"2025-08-20T05:10:57-06:00"', {}],
    [',"address":null', "", { token: { symbol: "ETH" } }],
    ['"userId":"user-1",', "", { address: { id: "543" } }],
    [',"usd":3000', "", { amount: { value: "1" } }],
    [',"description":"Main wallet"', "", {}],
  ])("is valid with %s replaced by %s", (piece, replacement, expected) => {
    expect(read(edited(piece, replacement))).toMatchObject(expected);
  });

  it("is valid without any law", () => {
    const text = JSON.stringify({ type: "notification", data: { ...NOTIFICATION, inflictedLaws: [] } });
    expect(read(text).inflictedLaws).toEqual([]);
  });

  it("is valid with fields that the contract does not know, which are not read", () => {
    expect(read(edited('"txHash"', '"direction":"in","__proto__":{"txHash":"0x0"},"txHash"'))).toEqual(
      read(TEXT),
    );
  });
});

describe("an error body", () => {
  it("is read with its message", () => {
    expect(readWebhook(parseObjectExactly('{"type":"error","data":"service unavailable"}'), [7])).toEqual({
      valid: true,
      body: { type: "error", data: "service unavailable" },
    });
  });

  it("is refused without a message, which is missing", () => {
    expect(readWebhook({ type: "error" }, [7])).toEqual({
      valid: false,
      issues: [{ path: "data", is: "missing" }],
    });
  });

  it("may be empty", () => {
    expect(readWebhook({ type: "error", data: "" }, [7]).valid).toBe(true);
  });

  it.each([[null], [{}], [5], [undefined]])("is refused with %o for a message", (data) => {
    expect(readWebhook({ type: "error", data }, [7])).toEqual({
      valid: false,
      issues: [{ path: "data", is: "text" }],
    });
  });
});
