/** Bodies that are posted at the webhook endpoint. */

import { LOCAL_REHEARSAL_SECRET } from "../../../../infra/local/backing-services.ts";
import type { RequestChanges } from "../../../support/test-stack.ts";
import { callsOf, isSecret, type Scenario } from "../scenario.ts";
import type { Intake } from "./intake.ts";
import { illegal, invalid, selfDeclared } from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";

/** Bodies that are posted at the endpoint; the service posts them again until they are accepted. */
export function endpointScenarios(intake: Intake): Scenario[] {
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
  const posted = scenario("an illegal one is posted", (subject) => illegal(subject));
  return [
    posted,
    scenario("what is not the contract is posted", (subject) => invalid(subject)),
    scenario("one that calls itself a rehearsal is posted", (subject) => selfDeclared(subject)),
    scenario("a rehearsal is posted with its proof", (subject) => illegal(subject), {
      rehearsalSecret: LOCAL_REHEARSAL_SECRET,
    }),
    {
      ...posted,
      name: "an illegal one is posted, at a cold endpoint",
      covers: isSecret,
      cold: ["ReceiveWebhook"],
    },
  ];
}
