/** Checks of access to the stack and from it: authentication, secrets, the service, the people it alerts. */

import { riskService } from "../../../risk-service/client.ts";
import { ServiceError } from "../../../risk-service/errors.ts";
import { liveValues, summaries } from "../../../secrets/secret-documents.ts";
import { countOf } from "../../../text/cut.ts";
import type { Target } from "../../core/target.ts";
import { SECRET_NAMES, SecretStore, SHORT } from "../secrets/secret-store.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok, warning } from "./checks.ts";
import { subscriptionChecks } from "./people-checks.ts";

/** The client waits for minutes before it gives up; a check that is asked for by a person does not. */
const TIME_SCALE = 10;

export const accessChecks: readonly Check[] = [
  { about: "authentication", run: async ({ target }) => [authentication(target)] },
  { about: "webhook secret", run: (context) => secrets(context, "webhook") },
  { about: "API key", run: (context) => secrets(context, "api-key") },
  { about: "shared secrets", run: sharedSecrets },
  { about: "rehearsal secret", run: rehearsalSecret },
  { about: "service", run: service },
  ...subscriptionChecks,
];

function authentication({ inbound }: Target): CheckResult {
  const about = "authentication";
  switch (inbound.authentication) {
    case "none":
      return failure(
        about,
        "none: anyone who finds the address can store anything and read your users",
        "set inbound.authentication to signature in app.ts and deploy",
      );
    case "api-key":
      return warning(
        about,
        "by a fixed key, which covers neither the body nor the time of a call",
        "set inbound.authentication to signature in app.ts, unless your service cannot sign",
      );
    default:
      return ok(about, "every call must be signed");
  }
}

async function secrets({ target, now }: CheckContext, kind: "webhook" | "api-key"): Promise<CheckResult[]> {
  if (kind === "webhook" && target.inbound.authentication === "none") return [];
  const store = new SecretStore(target);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `${SECRET_NAMES[kind]} of project ${project}`;
      const values = await store.read(kind, project);
      const [newest, ...others] = summaries(values, now);
      const command = `--kind ${kind} --project ${project}${target.flag}`;
      if (newest === undefined || newest.state === "expired")
        return failure(about, "is not set", `run "vigia secrets set ${command}"`);
      const shortest = Math.min(...liveValues(values, now).map((value) => value.length));
      if (kind === "webhook" && shortest < SHORT)
        return failure(
          about,
          `has ${countOf(shortest, "character")}, and can be guessed from a single signed call`,
          `have the service make one of ${SHORT} characters or more, and run "vigia secrets rotate ${command}"`,
        );
      const older = others.filter(({ state }) => state === "current");
      if (older.length > 0)
        return warning(
          about,
          "is set, but older values never expire",
          `run "vigia secrets retire ${command}"`,
        );
      const [expiring] = others.filter(({ state }) => state === "expiring");
      return ok(
        about,
        expiring === undefined ? "is set" : `is set; the previous value expires at ${expiring.until}`,
      );
    }),
  );
}

/** A sender with a shared secret speaks for both holders, and a service with the rehearsals' secret can hide any transaction. */
async function sharedSecrets({ target, now }: CheckContext): Promise<CheckResult[]> {
  if (target.inbound.authentication === "none") return [];
  const byValue = Map.groupBy(await new SecretStore(target).held(now), ({ value }) => value);
  return [...byValue.values()].flatMap((held) => {
    const holders = [...new Set(held.map(({ holder }) => holder))];
    if (holders.length < 2) return [];
    const names = holders.map((holder) => (holder === "rehearsal" ? "rehearsals" : `project ${holder}`));
    return failure(
      "shared secrets",
      `${names.join(" and ")} have the same webhook secret: Vigía cannot tell who sends a call`,
      `get each project a secret of its own from the service, and run "vigia secrets set --kind webhook --project <id>${target.flag}"`,
    );
  });
}

async function rehearsalSecret({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "rehearsal secret";
  const [newest] = summaries(await new SecretStore(target).read("rehearsal", undefined), now);
  return newest === undefined || newest.state === "expired"
    ? [
        warning(
          about,
          "is not set: trigger and smoke cannot prove their rehearsals",
          `run "vigia secrets set --kind rehearsal${target.flag}"`,
        ),
      ]
    : [ok(about, "is set")];
}

async function service({ target, now }: CheckContext): Promise<CheckResult[]> {
  const client = riskService({
    baseUrl: target.riskService,
    apiKey: (project) => new SecretStore(target).newest("api-key", project, now),
    timeScale: TIME_SCALE,
  });
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `service for project ${project}`;
      try {
        const chains = await client.chains(project);
        return ok(about, `answers and accepts the key; it knows ${countOf(chains.length, "chain")}`);
      } catch (error) {
        if (error instanceof ServiceError)
          return failure(about, "does not answer as it should", error.message);
        throw error;
      }
    }),
  );
}
