/** News of an open inbox: cases that came, and steps that others made since it was shown. */

import { expect, it } from "vitest";
import { caseLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

/** Address at which a page asks what is new. */
function newsOf(page: string): string {
  return /data-news="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "none";
}

const now = () => new Date().toISOString();

it("says that something changed, how many cases are new, and nothing while neither is so", async () => {
  const first = newsOf((await officer("/")).text);
  expect(await officer(first)).toEqual({ status: 204, text: "" });
  const shown = await desk.cases.open("n1", { receivedAt: now() });
  expect(await officer(first)).toEqual({ status: 200, text: "1 new case" });

  const second = newsOf((await officer("/?view=mine")).text);
  expect(await officer(second)).toEqual({ status: 204, text: "" });
  await desk.cases.step(shown, newStep("s-1", now(), { kind: "note", note: "Asked." }));
  expect(await officer(second)).toEqual({ status: 200, text: "Changed: show" });
  expect(await officer(second, undefined, "es")).toEqual({ status: 200, text: "Hubo cambios: mostrar" });
  for (const id of ["n2", "n3"]) await desk.cases.open(id, { receivedAt: now() });
  expect(await officer(second)).toEqual({ status: 200, text: "2 new cases" });
});

it("says on the page of a case that another officer made a step, and records no look at it", async () => {
  const shown = await desk.cases.open("n9", { receivedAt: now() });
  const address = caseLink(shown);
  const news = newsOf((await officer(address)).text);
  expect(await officer(news)).toEqual({ status: 204, text: "" });
  await desk.cases.step(shown, newStep("s-9", now(), { kind: "note", note: "Asked." }));
  expect(await officer(news)).toEqual({ status: 200, text: "Changed: show" });
});

it("says nothing of a project that the reader does not see", async () => {
  const ofSecond = await desk.signedIn("auditors-2");
  const news = newsOf((await ofSecond("/")).text);
  await desk.cases.open("n4", { receivedAt: now() });
  expect(await ofSecond(news)).toEqual({ status: 204, text: "" });
  await desk.cases.open("n5", { receivedAt: now(), projectId: 2 });
  expect(await ofSecond(news)).toEqual({ status: 200, text: "1 new case" });
});
