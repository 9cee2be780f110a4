import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchChromium, noBrowser, runsPacked } from "./chromium.ts";

let browser: Browser;

beforeAll(async () => {
  if (runsPacked()) browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Families of the fonts in which the first element of a page is written. */
async function fontsOf(html: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.setContent(html);
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await page.close();
  return fonts.map(({ familyName }) => familyName);
}

it("writes with its own fonts, whichever the machine has", async ({ skip }) => {
  skip(!runsPacked(), "Chrome writes with the fonts of the machine");
  expect(await fontsOf("<p>Vigía</p>")).toEqual(["Open Sans"]);
  expect(await fontsOf("<p style='font-family: monospace'>0xabc</p>")).toEqual(["Open Sans"]);
});

it("is missing on a machine that neither runs the packed one nor has Chrome", () => {
  const [platform, arch] = ["linux", "arm64"];
  expect(noBrowser({ platform, arch, hasFile: () => false })).toBe(
    "there is no Chrome on this machine (linux arm64)",
  );
  const hasFile = (path: string) => /chrome(\.exe)?$/i.test(path);
  expect(noBrowser({ platform, arch, hasFile })).toBeUndefined();
  expect(noBrowser({ platform: "linux", arch: "x64", hasFile: () => false })).toBeUndefined();
});
