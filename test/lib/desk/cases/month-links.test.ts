import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmulatedDesk, startDesk, type Visit } from "../../../support/desk/desk-app.ts";

let desk: EmulatedDesk;
let officer: Visit;

beforeAll(async () => {
  desk = await startDesk();
  officer = await desk.signedIn("officers");
});
afterAll(async () => {
  await desk.stop();
});

it.each([
  ["/month", "2026-03", ["2026-02", "2026-04"]],
  ["/month", "9999-12", ["9999-11"]],
  ["/month", "9999-11", ["9999-10", "9999-12"]],
  ["/month", "0000-01", ["0000-02"]],
  ["/overview", "2026-12", ["2026-11", "2027-01"]],
  ["/overview", "2999-12", ["2999-11"]],
  ["/overview", "1000-01", ["1000-02"]],
])("%s of %s leads to the months beside it that there are", async (path, month, beside) => {
  const { status, text } = await officer(`${path}?month=${month}`);
  expect(status).toBe(200);
  const [nav = ""] = text.match(/<nav class="pages".*?<\/nav>/s) ?? [];
  const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  expect(links.filter((link) => link !== `${path}?month=${month}`)).toEqual(
    beside.map((other) => `${path}?month=${other}`),
  );
  for (const link of links) expect([link, (await officer(link ?? "")).status]).toEqual([link, 200]);
});
