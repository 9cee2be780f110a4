/** Whether the stack can be called and can call: authentication, secrets, the service, the people it tells. */

import { ListSubscriptionsByTopicCommand, type Subscription } from "@aws-sdk/client-sns";
import { summaries } from "../../../aws/secret-documents.ts";
import { riskService } from "../../../risk-service/client.ts";
import { ServiceError } from "../../../risk-service/errors.ts";
import { countOf } from "../../../text/count-of.ts";
import { topics } from "../../core/aws.ts";
import type { Target } from "../../core/target.ts";
import { SecretStore } from "../secrets/secret-store.ts";
import { apiKey } from "../wallets/wallet-status.ts";
import { type Check, type CheckResult, failure, ok, type Patient, warning } from "./checks.ts";

/** The client waits for minutes before it gives up; a check that is asked for by a person does not. */
const IMPATIENCE = 10;

/** Amazon Q Developer in chat applications subscribes a topic under this name. */
const SLACK_ENDPOINT = /^https:\/\/global\.sns-api\.chatbot\.amazonaws\.com/;

export const accessChecks: readonly Check[] = [
  { about: "authentication", run: async ({ target }) => [authentication(target)] },
  { about: "webhook secret", run: (patient) => secrets(patient, "webhook") },
  { about: "API key", run: (patient) => secrets(patient, "api-key") },
  { about: "shared secrets", run: sharedSecrets },
  { about: "rehearsal secret", run: rehearsalSecret },
  { about: "service", run: service },
  { about: "alerts", run: ({ target }) => subscriptions(target, "alerts") },
  { about: "operations", run: ({ target }) => subscriptions(target, "operations") },
];

function authentication({ inbound }: Target): CheckResult {
  const about = "authentication";
  switch (inbound.authentication) {
    case "none":
      return failure(
        about,
        "none: whoever finds the address can store what they like and read your users",
        "set inbound.authentication to signature in cdk.json and deploy",
      );
    case "api-key":
      return warning(
        about,
        "by a fixed key, which covers neither the body nor the time of a call",
        "set inbound.authentication to signature in cdk.json, unless your service cannot sign",
      );
    default:
      return ok(about, "every call must be signed");
  }
}

async function secrets({ target, now }: Patient, kind: "webhook" | "api-key"): Promise<CheckResult[]> {
  if (kind === "webhook" && target.inbound.authentication === "none") return [];
  const store = new SecretStore(target);
  return Promise.all(
    target.projectIds.map(async (project) => {
      const about = `${kind === "webhook" ? "webhook secret" : "API key"} of project ${project}`;
      const [newest, ...others] = summaries(await store.read(kind, project), now);
      const command = `--kind ${kind} --project ${project}${target.flag}`;
      if (newest === undefined || newest.state === "expired")
        return failure(about, "is not set", `run "vigia secrets set ${command}"`);
      const older = others.filter(({ state }) => state === "current");
      if (older.length > 0)
        return warning(
          about,
          "is set beside older ones that never end",
          `run "vigia secrets retire ${command}"`,
        );
      const [expiring] = others.filter(({ state }) => state === "expiring");
      return ok(
        about,
        expiring === undefined ? "is set" : `is set; the one before ends at ${expiring.until}`,
      );
    }),
  );
}

/** Whoever has a secret that two have speaks for both, and a service that has the rehearsals' hides what it likes. */
async function sharedSecrets({ target, now }: Patient): Promise<CheckResult[]> {
  if (target.inbound.authentication === "none") return [];
  const byValue = Map.groupBy(await new SecretStore(target).held(now), ({ value }) => value);
  return [...byValue.values()].flatMap((held) => {
    const holders = [...new Set(held.map(({ holder }) => holder))];
    if (holders.length < 2) return [];
    const names = holders.map((holder) => (holder === "rehearsal" ? "rehearsals" : `project ${holder}`));
    return failure(
      "shared secrets",
      `${names.join(" and ")} have the same webhook secret: whose a call is cannot be told`,
      `get each project a secret of its own from the service, and run "vigia secrets set --kind webhook --project <id>${target.flag}"`,
    );
  });
}

async function rehearsalSecret({ target, now }: Patient): Promise<CheckResult[]> {
  const about = "rehearsal secret";
  const [newest] = summaries(await new SecretStore(target).read("rehearsal", undefined), now);
  return newest === undefined || newest.state === "expired"
    ? [
        warning(
          about,
          "is not set: trigger and smoke have nothing to prove rehearsals with",
          `run "vigia secrets set --kind rehearsal${target.flag}"`,
        ),
      ]
    : [ok(about, "is set")];
}

async function service({ target, now }: Patient): Promise<CheckResult[]> {
  const client = riskService({
    baseUrl: target.riskService,
    apiKey: (project) => apiKey(target, project, now),
    timeScale: IMPATIENCE,
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

async function subscriptions(target: Target, topic: "alerts" | "operations"): Promise<CheckResult[]> {
  const who = topic === "alerts" ? "the officers" : "the engineers";
  const setting = topic === "alerts" ? "alertEmails" : "operationsEmails";
  if (target.local !== undefined)
    return [ok(topic, `are printed by the local stack and written to ${target.local.alerts}`)];
  const all = await subscriptionsOf(target, topic);
  const mails = all.filter(({ Protocol = "" }) => Protocol.startsWith("email"));
  const pending = mails.filter(({ SubscriptionArn = "" }) => !SubscriptionArn.startsWith("arn:"));
  const slack = all.some(({ Endpoint = "" }) => SLACK_ENDPOINT.test(Endpoint));
  const findings: CheckResult[] = [];
  if (mails.length === 0 && !slack) {
    const toDo = `set ${setting} in cdk.json and deploy, or subscribe to the topic`;
    findings.push(
      failure(topic, `reach nobody: ${who} have no e-mail subscription and no Slack channel`, toDo),
    );
  } else if (pending.length > 0) {
    const toDo = "open the message from AWS Notifications in each mailbox and confirm";
    findings.push(
      warning(
        topic,
        `${pending.length} of ${countOf(mails.length, "e-mail subscription")} not confirmed`,
        toDo,
      ),
    );
  } else if (mails.length > 0) {
    findings.push(ok(topic, `${countOf(mails.length, "e-mail subscription")}, all confirmed`));
  }
  findings.push(ok(`Slack for ${topic}`, slack ? "a channel is subscribed" : "not configured"));
  return findings;
}

async function subscriptionsOf(target: Target, topic: "alerts" | "operations"): Promise<Subscription[]> {
  const sns = topics(target);
  const all: Subscription[] = [];
  let next: string | undefined;
  do {
    const page = await sns.send(
      new ListSubscriptionsByTopicCommand({ TopicArn: target.topics[topic], NextToken: next }),
    );
    all.push(...(page.Subscriptions ?? []));
    next = page.NextToken;
  } while (next !== undefined);
  return all;
}
