/** `vigia brief send`, with a function that the test simulates. */

import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mockClient } from "../../../support/mock-client.ts";
import { endpointsWith, makePlace, type Place } from "../support/test-context.ts";

const lambda = mockClient(LambdaClient);
const endpoints = endpointsWith({});
let place: Place;
beforeAll(async () => {
  place = await makePlace({
    ...endpoints,
    functions: { ...endpoints.functions, sendBrief: "send-brief" },
  });
});
afterAll(() => place.remove());

type Outcome = "sent" | "sent before" | "never";

function sent(...outcomes: [day: string, Outcome][]) {
  const briefs = outcomes.map(([day, outcome]) => ({ day, alertId: `brief-${day}`, outcome }));
  lambda.on(InvokeCommand, { FunctionName: "send-brief" }).callsFake(async () => ({
    Payload: new TextEncoder().encode(JSON.stringify({ briefs })),
  }));
  return place.vigia("brief send");
}

const SENT: [string, Outcome] = ["2026-03-13", "sent"];
const LINE = "The brief of 2026-03-13 was sent; vigia alerts show brief-2026-03-13\n";

it("says after twelve days without a brief of which days none is ever sent", async () => {
  expect(await sent(["2026-03-02", "never"], ["2026-03-03", "never"], ["2026-03-04", "never"], SENT)).toEqual(
    {
      code: 0,
      out: LINE,
      err: 'No brief is sent for 2026-03-02 to 2026-03-04: only the last seven days are caught up. List what was received with "vigia notifications list --since 2026-03-02".\n',
    },
  );
});

it("names a single day, and says nothing without a day", async () => {
  expect((await sent(["2026-03-02", "never"], SENT)).err).toContain(
    "No brief is sent for 2026-03-02: only the last seven days are caught up.",
  );
  expect(await sent(SENT)).toEqual({ code: 0, out: LINE, err: "" });
});
