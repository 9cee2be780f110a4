/** Checks of who may call the stack, and of its calls of the service. */

import { countOf } from "../../../i18n/text/cut.ts";
import type { Finding } from "../../../reports/health/checks.ts";
import { riskService } from "../../../screening/risk-service/client.ts";
import { ServiceError } from "../../../screening/risk-service/errors.ts";
import { liveValues, summaries } from "../../../settings/secrets/secret-documents.ts";
import { MIN_SECRET_LENGTH, SECRET_NAMES, SecretStore } from "../secrets/secret-store.ts";
import { type Check, type CheckContext, failure, ok, warning } from "./checks.ts";

/** The client tries for minutes before it gives up; a check that a person waits for does not. */
const SERVICE_MS = 30_000;

export const accessChecks: readonly Check[] = [
  { about: "authentication", run: async (context) => [authentication(context)] },
  { about: "webhook secret", run: (context) => storedSecrets(context, "webhook") },
  { about: "API key", run: (context) => storedSecrets(context, "api-key") },
  { about: "shared secrets", run: sharedSecrets },
  { about: "service", run: service },
];

function authentication({ target }: CheckContext): Finding {
  const about = "authentication";
  const toDo = "set inbound.authentication to signature, unless your service cannot sign, and deploy";
  switch (target.inbound.authentication) {
    case "none":
      return failure(
        about,
        "none: anyone who finds the address can store anything and read your users",
        toDo,
      );
    case "api-key":
      return warning(about, "by a fixed key, which covers neither the body nor the time of a call", toDo);
    default:
      return ok(about, "every call must be signed");
  }
}

async function storedSecrets({ target, now }: CheckContext, kind: "webhook" | "api-key"): Promise<Finding[]> {
  if (kind === "webhook" && target.inbound.authentication === "none") return [];
  const store = new SecretStore(target);
  return Promise.all(
    target.servedIds.map(async (project) => {
      const about = `${SECRET_NAMES[kind]} of project ${project}`;
      const values = await store.read(kind, project);
      const live = liveValues(values, now);
      const flags = `--kind ${kind} --project ${project}${target.flags}`;
      if (live.length === 0) return failure(about, "is not set", `run "vigia secrets set ${flags}"`);
      const shortest = Math.min(...live.map((value) => value.length));
      if (kind === "webhook" && shortest < MIN_SECRET_LENGTH)
        return failure(
          about,
          `has ${countOf(shortest, "character")}, and can be guessed from a single signed call`,
          `have the service make one of ${MIN_SECRET_LENGTH} characters or more, and run "vigia secrets rotate ${flags}"`,
        );
      const expiring = summaries(values, now).find(({ state }) => state === "expiring");
      return ok(
        about,
        expiring === undefined ? "is set" : `is set; the previous value ends at ${expiring.until}`,
      );
    }),
  );
}

/** A sender with a shared secret speaks for both holders. */
async function sharedSecrets({ target, now }: CheckContext): Promise<Finding[]> {
  if (target.inbound.authentication === "none") return [];
  const secrets = await new SecretStore(target).inboundSecrets(now);
  const holdersByValue = Map.groupBy(secrets, ({ value }) => value);
  return [...holdersByValue.values()].flatMap((holders) => {
    const projects = new Set(holders.map(({ projectId }) => `project ${projectId}`));
    if (projects.size < 2) return [];
    return failure(
      "shared secrets",
      `${[...projects].join(" and ")} have the same webhook secret: Vigía cannot tell who sends a call`,
      `get each project a secret of its own from the service, and run "vigia secrets set --kind webhook --project <id>${target.flags}"`,
    );
  });
}

async function service({ target, now }: CheckContext): Promise<Finding[]> {
  const client = riskService({
    baseUrl: target.riskService,
    network: target.network,
    apiKey: (project) => new SecretStore(target).newest("api-key", project, now),
  });
  return Promise.all(
    target.servedIds.map(async (project) => {
      const about = `service for project ${project}`;
      try {
        const chains = await client.chains(project, { withinMs: SERVICE_MS });
        return ok(about, `answers and accepts the key; it knows ${countOf(chains.length, "chain")}`);
      } catch (error) {
        if (error instanceof ServiceError)
          return failure(
            about,
            `does not answer as it should: ${error.call} ${error.reason}`,
            error.nextStep,
          );
        throw error;
      }
    }),
  );
}
