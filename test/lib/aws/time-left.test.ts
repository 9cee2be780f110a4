import { expect, it, onTestFinished, vi } from "vitest";
import { callsEnd, setInvocationDeadline } from "../../../lib/aws/time-left.ts";

const invocation = (ms: number) => ({ getRemainingTimeInMillis: () => ms });

it("ends calls while there is still time to answer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  using timeout = vi.spyOn(AbortSignal, "timeout");
  setInvocationDeadline(invocation(10_000));
  vi.advanceTimersByTime(2_000);
  expect(callsEnd()?.aborted).toBe(false);
  expect(timeout.mock.calls).toEqual([[7_000]]);
});

it("lets work that an invocation gave up make no call in the next one", async () => {
  const { promise: thaw, resolve } = Promise.withResolvers<void>();
  async function handler(ms: number): Promise<AbortSignal | undefined> {
    setInvocationDeadline(invocation(ms));
    await thaw;
    return callsEnd();
  }
  const givenUp = handler(0);
  const next = handler(60_000);
  resolve();
  expect((await givenUp)?.aborted).toBe(true);
  expect((await next)?.aborted).toBe(false);
});

it("gives what follows the work that was given up a time of its own", async () => {
  setInvocationDeadline(invocation(0));
  expect(callsEnd()?.aborted).toBe(true);
  setInvocationDeadline(invocation(60_000), 0.5);
  expect(callsEnd()?.aborted).toBe(false);
});
