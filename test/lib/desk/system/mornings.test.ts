/** What the page System says of the mornings: the brief, the seal and the rates. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { SealStore } from "../../../../lib/cases/integrity/seal-store.ts";
import { deskStores } from "../../../../lib/desk/frame/stores.ts";
import { morningChecks } from "../../../../lib/desk/system/mornings.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { briefDays } from "../../../../lib/reports/brief/brief-days.ts";
import { readEnvironment, serveDeskEnv } from "../../../../lib/settings/env.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";
import { ENGLISH } from "../../../support/translators.ts";

const desk = await startDesk();
const NOW = Date.parse("2026-03-10T16:00:00.000Z");
const ZONE = "America/Mexico_City";

async function morningText(now = NOW) {
  const tables = {
    CASES_TABLE: "Cases",
    ALERTS_TABLE: "Alerts",
    RATES_TABLE: "Rates",
    CURRENCIES: '["MXN"]',
  };
  const database = desk.client;
  const environment = readEnvironment(serveDeskEnv, { ...DESK_VARIABLES, ...tables });
  const view = { stage: "prod", isLocal: false, projectIds: [1], servedIds: [1], translator: ENGLISH, now };
  const findings = await Promise.all(
    morningChecks({ database, environment, stores: deskStores(environment, database) }).map(({ run }) =>
      run(view),
    ),
  );
  return findings.flat().map(({ about, state, text }) => [about, state, text]);
}

it("says of what was not there yet that it is not there, and not that it works", async () => {
  expect(await morningText()).toEqual([
    ["Daily brief", "none", "none yet: the next morning brings it"],
    ["Integrity seal", "none", "none yet: the next morning brings it"],
    ["Rates of MXN", "none", "none recorded in 30 days: amounts are shown in USD alone; UMA 117.31"],
  ]);
});

it("names the last day of each, and warns where two mornings brought none", async () => {
  const { id } = await briefDays(new Date(NOW), ZONE, { standing: async () => undefined });
  await desk.client.send(
    new PutCommand({ TableName: "Alerts", Item: { projectId: "all", id, state: "sent" } }),
  );
  await new SealStore(desk.client, "Cases").make([1], new Date(NOW));
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2026-03-09", rate: "18.2014" });
  expect(await morningText()).toEqual([
    ["Daily brief", "ok", "until 2026-03-09"],
    ["Integrity seal", "ok", "until 2026-03-09"],
    ["Rates of MXN", "ok", "18.2014 on March 9, 2026; UMA 117.31"],
  ]);
  const day = 24 * 3_600_000;
  expect((await morningText(NOW + day)).slice(0, 2).map(([, state]) => state)).toEqual(["ok", "ok"]);
  expect((await morningText(NOW + 2 * day)).slice(0, 2)).toEqual([
    ["Daily brief", "warning", "until 2026-03-09"],
    ["Integrity seal", "warning", "until 2026-03-09"],
  ]);
});
