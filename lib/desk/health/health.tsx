/** Whether everything works: the last webhook and scan, quarantine, dead letters, alarms, and who hears of them. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Hono } from "hono";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";
import { clientConfig, WHILE_CALLER_WAITS } from "../../platform/clients.ts";
import { Table } from "../components/facts.tsx";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { useSpeaker } from "../speaker.ts";
import { alarmChecks } from "./alarm-checks.ts";
import { type Finding, findings } from "./finding.ts";
import { recordChecks } from "./record-checks.ts";
import { subscriptionChecks } from "./subscription-checks.ts";

export function addHealth(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  notifications: NotificationQueries,
): void {
  const config = clientConfig(WHILE_CALLER_WAITS);
  const served = new Set(environment.PROJECTS.map(({ id }) => id));
  const checks = [
    ...recordChecks({ notifications, database, sqs: new SQSClient(config) }),
    ...alarmChecks(new CloudWatchClient(config)),
    ...subscriptionChecks(new SNSClient(config)),
  ];
  app.get("/health", async (context) => {
    const { access, speaker } = context.var;
    const found = await findings(checks, {
      environment,
      projectIds: access.sees.filter((id) => served.has(id)),
      sees: access.sees,
      speaker,
      now: Date.now(),
    });
    return page(context, { title: speaker.say(FRAME.health), children: <Findings found={found} /> });
  });
}

/** What needs somebody stands first. */
const ORDER = { failure: 0, warning: 1, ok: 2 };

function Findings({ found }: { found: readonly Finding[] }) {
  const { say, time } = useSpeaker();
  const sorted = found.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <Table caption={say(HEALTH.caption, { time: time(new Date().toISOString()) ?? "" })}>
      <thead>
        <tr>
          <th scope="col">{say(HEALTH.state)}</th>
          <th scope="col">{say(HEALTH.what)}</th>
          <th scope="col">{say(HEALTH.standing)}</th>
          <th scope="col">{say(HEALTH.toDo)}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ about, state, text, toDo, pages = [] }) => (
          <tr>
            <td>
              <span class={`risk ${CLASSES[state]}`}>{say(HEALTH[state])}</span>
            </td>
            <th scope="row">{about}</th>
            <td>{text}</td>
            <td>
              {toDo}
              {pages.length === 0 ? (
                ""
              ) : (
                <ul>
                  {pages.map(({ href, title }) => (
                    <li>
                      <a href={href}>{title}</a>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** In the colours of risks, which only repeat the word. */
const CLASSES = { failure: "illegal", warning: "warn", ok: "none" };
