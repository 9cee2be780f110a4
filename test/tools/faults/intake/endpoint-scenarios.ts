/** Bodies that are posted at the webhook endpoint, and look-ups of a user. */

import { setTimeout as sleep } from "node:timers/promises";
import { LOCAL_REHEARSAL_SECRET } from "../../../../infra/local/backing-services.ts";
import { UserStore } from "../../../../lib/users/users.ts";
import { INVENTED_USER } from "../../../support/invented-user.ts";
import type { RequestChanges } from "../../../support/test-stack.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { callsOf, type Scenario } from "../scenario.ts";
import { unless, type Violation } from "../violation.ts";
import type { Intake } from "./intake.ts";
import { illegal, invalid, selfDeclared } from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";

/** Bodies that are posted at the endpoint; the service posts them again until they are accepted. */
export function endpointScenarios(intake: Intake, stack: FaultStack): Scenario[] {
  const scenario = (
    name: string,
    body: (subject: string) => Posted,
    changes: RequestChanges = {},
  ): Scenario => ({
    name,
    covers: callsOf("ReceiveWebhook"),
    act: (subject) => intake.post(subject, body(subject), changes),
    violations: (subject, exactlyOnce) => intake.violations(subject, exactlyOnce),
  });
  return [
    scenario("an illegal one is posted", (subject) => illegal(subject)),
    scenario("what is not the contract is posted", (subject) => invalid(subject)),
    scenario("one that calls itself a rehearsal is posted", (subject) => selfDeclared(subject)),
    scenario("a rehearsal is posted with its proof", (subject) => illegal(subject), {
      rehearsalSecret: LOCAL_REHEARSAL_SECRET,
    }),
    lookUpScenario(stack),
  ];
}

/** The service asks again after so long, and gives up after so long, in milliseconds. */
const ASK_AGAIN_MS = 50;
const GIVE_UP_MS = 60_000;

/** A look-up by the service: answered with the record and nothing else, or not at all. */
function lookUpScenario(stack: FaultStack): Scenario {
  const users = new UserStore(stack.database, stack.stack.endpoints.tables.users);
  const answers = new Map<string, { status: number; text: string }[]>();
  return {
    name: "a user is looked up",
    covers: callsOf("GetUser"),
    async prepare(subject) {
      await users.putUser(`u-${subject}`, INVENTED_USER);
      return [];
    },
    async act(subject) {
      const all: { status: number; text: string }[] = [];
      answers.set(subject, all);
      const end = performance.now() + GIVE_UP_MS;
      while (all.at(-1)?.status !== 200 && performance.now() < end) {
        if (all.length > 0) await sleep(ASK_AGAIN_MS);
        const { status, text } = await stack.lookUp(`u-${subject}`);
        all.push({ status, text });
      }
    },
    async violations(subject) {
      return violationsOf(answers.get(subject) ?? []);
    },
  };
}

function violationsOf(answers: readonly { status: number; text: string }[]): Violation[] {
  const last = answers.at(-1);
  const before = answers.slice(0, -1);
  return [
    ...unless(last?.status === 200, "lost", `the look-up was answered ${last?.status ?? "never"}`),
    ...unless(
      last?.text === JSON.stringify(INVENTED_USER),
      "wrong",
      "the look-up was answered with another record",
    ),
    ...before.flatMap(({ status, text }) => [
      ...unless(status >= 500, "wrong", `a look-up was answered ${status} because of a fault`),
      ...unless(
        !/robles|reforma|ana@example|5512345678/i.test(text),
        "wrong",
        "an error names personal data",
      ),
    ]),
  ];
}
