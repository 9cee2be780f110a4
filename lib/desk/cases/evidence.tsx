/** The evidence pack of one case, for every user who may see the case. */

import type { Hono } from "hono";
import { logger } from "../../aws/observe.ts";
import { loggedName, projectOf } from "../../cases/case-keys.ts";
import { type EvidenceSources, evidenceSourcesOf } from "../../cases/evidence/evidence-files.ts";
import { folderOf, packWithin } from "../../cases/evidence/evidence-pack.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { maySee } from "../frame/access.ts";
import type { Desk, DeskEnv } from "../frame/desk-context.ts";
import { notFound, page } from "../frame/layout.tsx";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { caseAddress } from "./case-address.ts";

/** Lambda answers with 6 MB at most, and a file is a third longer in base64. */
const MOST_BYTES = 4_400_000;

/** Stores of evidence at the desk. */
export function deskEvidence({
  database,
  environment,
  stores: { cases, notifications, money },
}: Desk): EvidenceSources {
  const { ALERTS_TABLE: alerts, WALLET_SCANS_TABLE: walletScans, CHAINS_TABLE: chains } = environment;
  return evidenceSourcesOf(database, { alerts, walletScans, chains }, { cases, notifications, money });
}

export function addEvidence(app: Hono<DeskEnv>, desk: Desk): void {
  const sources = deskEvidence(desk);
  const { cases } = desk.stores;
  app.get("/evidence", async (context) => {
    const { person, access, translator } = context.var;
    const key = parametersOf(context, caseAddress);
    if (key === undefined) return badRequest(context);
    const rawCase = await cases.raw(key);
    // A user who may see a case gets its evidence, also if the rest of its item is corrupt.
    if (rawCase === undefined || !maySee(access, projectOf(rawCase))) return notFound(context, CASE.notFound);
    const { language, timeZone } = translator;
    const pack = await packWithin({ mostBytes: MOST_BYTES, name: folderOf(key) }, [rawCase], sources, {
      language,
      timeZone,
      now: new Date(),
    });
    if (pack === undefined) {
      context.status(413);
      return page(context, { title: say(EVIDENCE.take), children: <p>{say(EVIDENCE.tooLarge)}</p> });
    }
    logger.info("the evidence of a case was taken at the desk", {
      case: loggedName(key),
      manifest: pack.manifest,
      subject: person.subject,
    });
    context.header("content-type", "application/zip");
    context.header("content-disposition", `attachment; filename="${pack.fileName}"`);
    return context.body(pack.zip);
  });
}
