/** What the webhook queue's consumer works with, made of its environment. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type * as z from "zod/mini";
import { lazyPublisher } from "../alerts/lazy-publisher.ts";
import { CaseStore } from "../cases/cases.ts";
import { ChainStore } from "../chains/chains.ts";
import { TouchedDays } from "../daily-counts/touched-days.ts";
import { WEBHOOK_DELIVERIES } from "../inbound/envelope.ts";
import { lastSightIn } from "../notifications/last-sight.ts";
import { NotificationStore } from "../notifications/notifications.ts";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { documentClient } from "../platform/document-client.ts";
import { lazy } from "../platform/lazy.ts";
import type { LeavingQueue } from "../platform/newer-messages.ts";
import { lazyMoney } from "../rates/lazy-money.ts";
import type { storeNotificationsEnv } from "../settings/env.ts";
import { KnownWallets } from "../wallets/known-wallets.ts";
import type { IntakeAlerting } from "./publish-alerts.ts";

export interface IntakeTools {
  notifications: NotificationStore;
  wallets: KnownWallets;
  /** Absent where no desk is deployed. */
  cases: CaseStore | undefined;
  /** Absent where no desk is deployed. */
  days: TouchedDays | undefined;
  alerting: IntakeAlerting;
  queue: LeavingQueue;
}

export function intakeTools(environment: z.infer<ReturnType<typeof storeNotificationsEnv>>): IntakeTools {
  const { NOTIFICATIONS_TABLE, WALLETS_TABLE, CASES_TABLE, CHAINS_TABLE } = environment;
  const database = documentClient();
  const notifications = new NotificationStore(database, NOTIFICATIONS_TABLE);
  return {
    notifications,
    wallets: new KnownWallets(database, WALLETS_TABLE, lastSightIn(database, NOTIFICATIONS_TABLE)),
    cases: CASES_TABLE === undefined ? undefined : new CaseStore(database, CASES_TABLE),
    days: CASES_TABLE === undefined ? undefined : new TouchedDays(database, CASES_TABLE),
    alerting: {
      publisher: lazyPublisher(environment, database),
      notifications,
      chains: new ChainStore(database, CHAINS_TABLE),
      money: lazyMoney(environment, database),
      stage: environment.STAGE,
      desk: environment.DESK_URL,
    },
    queue: {
      sqs: lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
      url: environment.WEBHOOK_QUEUE_URL,
      deliveries: WEBHOOK_DELIVERIES,
    },
  };
}
