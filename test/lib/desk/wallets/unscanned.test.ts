import { expect, it } from "vitest";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

const desk = await startDesk();

it("names the wallets that the last scan gave no score, each with its reason, to those who see the project", async () => {
  for (const [last, outcome, why] of [
    ["1", "failed", "three tries <b>failed</b>"],
    ["2", "completed", undefined],
    ["3", "skipped", "skipped by the service"],
  ] as const) {
    const name = { projectId: 1, chainId: "1", address: `0x${last.repeat(40)}` };
    await putWallet(desk.client, "Wallets", name, { outcome, ...(why && { why }) });
  }
  const { text } = await (await desk.signedIn("officers"))("/unscanned?project=1");
  const rows = [...text.matchAll(/<tr><th scope="row">.*?title="(0x\w+)".*?<\/tr>/gs)];
  expect(rows.map(([, address]) => address?.slice(0, 4)).toSorted()).toEqual(["0x11", "0x33"]);
  expect(text).toContain("three tries &lt;b&gt;failed&lt;/b&gt;");
  expect(text).toContain("skipped by the service");
  const elsewhere = await desk.signedIn("officers-2");
  expect(await elsewhere("/unscanned?project=1")).toMatchObject({ status: 404 });
  expect((await elsewhere("/unscanned?project=2")).text).toContain(
    "Every wallet has a score of its last scan.",
  );
});
