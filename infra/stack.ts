/** The whole of Vigía: joins the parts and outputs where they are. */

import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Settings } from "../lib/settings/settings.ts";
import { Alerting } from "./alerting.ts";
import { AdapterSecret } from "./constructs/secret.ts";
import { ServiceKey } from "./constructs/service-key.ts";
import { DailyBrief } from "./daily-brief.ts";
import { countDaysOf } from "./desk/days.ts";
import { Desk, type DeskContents } from "./desk/desk.ts";
import { deskOfficer, deskOperator } from "./desk/policies.ts";
import { Reminders } from "./desk/reminders.ts";
import { Holds } from "./holds.ts";
import { AdapterApi } from "./http-api.ts";
import { monitor } from "./monitoring/monitoring.ts";
import { deskOutputsOf, holdOutputsOf, outputsOf } from "./outputs.ts";
import type { Parts } from "./parts.ts";
import { People } from "./people.ts";
import { makeRecords } from "./tables.ts";
import { UserLookup } from "./user-lookup.ts";
import { WalletScan } from "./wallet-scan.ts";
import { WebhookIntake } from "./webhook-intake.ts";

const NO_DESK = { shown: undefined, counting: undefined, reminders: undefined };

export class VigiaStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, props?: StackProps) {
    super(scope, id, {
      description: "Vigia: risk and compliance notifications, look-ups and scans",
      terminationProtection: true,
      ...props,
    });

    const logKey = new ServiceKey(this, "ServiceKey");
    const inboundSecret = new AdapterSecret(
      this,
      "InboundSecret",
      "Vigia: the secrets that the service signs with",
    );
    const outboundSecret = new AdapterSecret(
      this,
      "OutboundSecret",
      "Vigia: the keys that open the service's API",
    );
    const records = makeRecords(this, settings);
    const desk =
      settings.desk === undefined ? undefined : new Desk(this, settings, settings.desk, records.cases);
    const alerting = new Alerting(this, {
      settings,
      key: logKey,
      record: records.alerts,
      deskUrl: desk?.url,
    });
    const api = new AdapterApi(this, settings, logKey);
    const basis = { settings, logKey, inboundSecret, outboundSecret, records, alerting, api };
    const lookup = new UserLookup(this, basis);
    const intake = new WebhookIntake(this, basis);
    const scan = new WalletScan(this, basis);
    const holds = new Holds(this, basis);
    this.#print(holdOutputsOf(holds));
    const contents = { ...basis, intake, scan };
    const brief = new DailyBrief(this, contents);
    if (desk !== undefined) brief.admitTo(desk.cases);
    const ofDesk = desk === undefined ? NO_DESK : this.#open(desk, contents);
    const parts = { ...contents, lookup, holds, brief, ...ofDesk };
    monitor(this, parts);
    this.#print(outputsOf(parts, new People(this, parts)));
  }

  /** Makes all that works for a desk. */
  #open(desk: Desk, contents: DeskContents): Pick<Parts, keyof typeof NO_DESK> {
    const { intake, scan, records } = contents;
    desk.admit(intake.storeNotifications, desk.deadlines);
    desk.admit(scan.scanWallets);
    desk.admitCrossings(scan.scanWallets);
    const shown = desk.serve(contents);
    const policies = { officer: deskOfficer(this, desk, records), operator: deskOperator(this, desk) };
    this.#print(deskOutputsOf(desk, policies));
    return {
      shown,
      counting: countDaysOf(this, contents),
      reminders: new Reminders(this, contents, desk),
    };
  }

  #print(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
