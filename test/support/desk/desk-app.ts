/** The desk as its function runs it, over an emulated DynamoDB, for a signed-in user. */

import type { Hono } from "hono";
import { afterAll } from "vitest";
import { DESK_SESSIONS_SHAPE, TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { deskApp } from "../../../lib/desk/app.tsx";
import type { DeskEnv } from "../../../lib/desk/frame/desk-context.ts";
import { DeskSessionStore } from "../../../lib/desk/frame/desk-sessions.ts";
import { type Project, readEnvironment, serveDeskEnv } from "../../../lib/settings/env.ts";
import { type EmulatedTables, startTables } from "../emulated-tables.ts";
import { StoredCases } from "../stored-cases.ts";
import { DESK_VARIABLES } from "./desk-environment.ts";

const DESK = DESK_VARIABLES.DESK_URL;

/** Asks for a page; with `form` sends one. @param others further headers */
export type Visit = (
  path: string,
  form?: string,
  language?: string,
  others?: Record<string, string>,
) => Promise<{
  status: number;
  location?: string;
  text: string;
  file?: Uint8Array<ArrayBuffer>;
  fileName?: string;
}>;

export interface EmulatedDesk extends EmulatedTables {
  app: Hono<DeskEnv>;
  cases: StoredCases;
  /** Signs in a user of these groups. */
  signedIn(...groups: string[]): Promise<Visit>;
  /** A person without a session. */
  stranger: Visit;
}

const PROJECTS: readonly Project[] = [
  { id: 1, mexico: true },
  { id: 2, mexico: false },
];

/** Starts it over empty tables, until the tests of the file are over. Pages are in English. */
export async function startDesk(
  projects = PROJECTS,
  timeZone = DESK_VARIABLES.TIME_ZONE,
  currencies: readonly string[] = ["MXN"],
  variables: Record<string, string> = {},
): Promise<EmulatedDesk> {
  const emulated = await startTables({
    Cases: TABLE_SHAPES.cases,
    Sessions: DESK_SESSIONS_SHAPE,
    Notifications: TABLE_SHAPES.notifications,
    Wallets: TABLE_SHAPES.wallets,
    Alerts: TABLE_SHAPES.alerts,
    WalletScans: TABLE_SHAPES.walletScans,
    ScanRuns: TABLE_SHAPES.scanRuns,
    Chains: TABLE_SHAPES.chains,
    Rates: TABLE_SHAPES.rates,
  });
  afterAll(emulated.stop);
  const { client: database } = emulated;
  const environment = readEnvironment(serveDeskEnv, {
    ...DESK_VARIABLES,
    CASES_TABLE: "Cases",
    DESK_SESSIONS_TABLE: "Sessions",
    NOTIFICATIONS_TABLE: "Notifications",
    WALLETS_TABLE: "Wallets",
    ALERTS_TABLE: "Alerts",
    WALLET_SCANS_TABLE: "WalletScans",
    CHAINS_TABLE: "Chains",
    RATES_TABLE: "Rates",
    CURRENCIES: JSON.stringify(currencies),
    SCAN_RUNS_TABLE: "ScanRuns",
    PROJECTS: JSON.stringify(projects),
    TIME_ZONE: timeZone,
    ...variables,
  });
  const app = deskApp({ environment, database, startScan: async () => {} });
  const sessions = new DeskSessionStore(database, "Sessions");
  const signedIn = async (...groups: string[]): Promise<Visit> => {
    const ends = Date.now() + 3_600_000;
    const person = { subject: "olga", name: "olga.officer@company.example", groups };
    const id = await sessions.open({ endsAt: ends, idleUntil: ends, person });
    return visitWith({ cookie: `__Host-vigia-desk=${id}` });
  };
  const visitWith =
    (cookie: { cookie?: string }): Visit =>
    async (path, form, language = "en", others = {}) => {
      const headers = { ...cookie, "accept-language": language, ...others };
      const ownHeaders = { origin: DESK, "content-type": "application/x-www-form-urlencoded" };
      const how =
        form === undefined
          ? { headers }
          : { method: "POST", body: form, headers: { ...headers, ...ownHeaders } };
      const reply = await app.request(`${DESK}${path}`, how);
      const location = reply.headers.get("location");
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const fileName = /filename="(.*)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
      return {
        status: reply.status,
        ...(location !== null && { location }),
        text,
        ...(fileName !== undefined && { file: bytes, fileName }),
      };
    };
  return { ...emulated, app, cases: new StoredCases(database), signedIn, stranger: visitWith({}) };
}
