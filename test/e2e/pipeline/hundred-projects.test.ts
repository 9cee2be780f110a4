/** A stage of a hundred projects, whose list has no room in the environment of every function. */

import { expect, it } from "vitest";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

it("stores a webhook of a hundred projects' first, which the functions find beside their code", async () => {
  const others = Array.from({ length: 99 }, (_, index) => ({ id: 1_000_000_000 + index, mexico: true }));
  const stack = await TestStack.start({
    timeScale: 20,
    context: { projects: [{ id: 1, mexico: true }, ...others], desk: true },
  });
  try {
    expect(await stack.post(notificationBody({ id: 1 }))).toMatchObject({ status: 200 });
    expect(await stack.notification("1#1")).toMatchObject({ risk: "illegal", alert: { state: "sent" } });
  } finally {
    await stack.close();
  }
}, 120_000);
