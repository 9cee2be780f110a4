import { describe, expect, it } from "vitest";
import { Arming } from "./arming.ts";
import type { DescribedCall } from "./described-call.ts";

const SUBJECT = "700000001";
const PUT = "dynamodb:PutItem notifications";

let calls = 0;
function call(what: string, changes: Partial<DescribedCall> = {}): DescribedCall {
  const identity = `call ${++calls}`;
  return {
    function: "StoreNotifications",
    invocation: "first",
    service: "dynamodb",
    resource: "notifications",
    body: "",
    what,
    identity,
    subjects: [SUBJECT],
    eventSubjects: [SUBJECT],
    ...changes,
  };
}

describe("a fault that is armed", () => {
  it("hits the call that is meant at every try, and no other", () => {
    const arming = new Arming();
    const fault = arming.arm(SUBJECT, `StoreNotifications ${PUT} #2`, "refused");
    expect(arming.meet(call(PUT))).toBeUndefined();
    expect(arming.meet(call("sns:Publish alerts"))).toBeUndefined();
    expect(arming.meet(call(PUT, { subjects: ["700000002"] }))).toBeUndefined();
    const second = call(PUT);
    expect([arming.meet(second), arming.meet(second), arming.meet(second)]).toEqual([
      "refused",
      "refused",
      "refused",
    ]);
    expect(arming.meet(call(PUT))).toBeUndefined();
    expect(fault.injections).toBe(3);
  });

  it("leaves the second try alone where the reply is lost once", () => {
    const arming = new Arming();
    arming.arm(SUBJECT, `StoreNotifications ${PUT} #1`, "no reply once");
    const put = call(PUT);
    expect([arming.meet(put), arming.meet(put)]).toEqual(["no reply once", undefined]);
  });

  it("takes what is asked after four tries for another call", () => {
    const arming = new Arming();
    arming.arm(SUBJECT, "ScanWallets service:GET /v1/chains #1", "throttled");
    const ask = call("service:GET /v1/chains", { function: "ScanWallets" });
    const met = Array.from({ length: 5 }, () => arming.meet(ask));
    expect(met).toEqual(["throttled", "throttled", "throttled", "throttled", undefined]);
  });
});

describe("a table that is out of reach", () => {
  it("refuses every call of it for its subject, and no other, until the outage ends", () => {
    const arming = new Arming();
    const outage = arming.beginOutage(SUBJECT, "wallets");
    const sight = () => call("dynamodb:GetItem wallets", { resource: "wallets" });
    expect([arming.meet(sight()), arming.meet(sight())]).toEqual(["refused", "refused"]);
    expect(arming.meet(call(PUT))).toBeUndefined();
    const other = { resource: "wallets", subjects: ["700000002"], eventSubjects: ["700000002"] };
    expect(arming.meet(call("dynamodb:GetItem wallets", other))).toBeUndefined();
    const topic = { service: "sns", resource: "wallets" };
    expect(arming.meet(call("sns:Publish wallets", topic))).toBeUndefined();
    expect(outage.tries).toBe(2);
    outage.end();
    expect(arming.meet(sight())).toBeUndefined();
  });

  it("is met by a call too into which a fault is injected besides", () => {
    const arming = new Arming();
    const what = "dynamodb:Query rates";
    arming.arm(SUBJECT, `StoreNotifications ${what} #1`, "late");
    const outage = arming.beginOutage(SUBJECT, "rates");
    expect(arming.meet(call(what, { resource: "rates" }))).toBe("late");
    expect(outage.tries).toBe(1);
  });
});
