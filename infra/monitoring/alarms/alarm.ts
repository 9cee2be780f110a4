/** The one way an alarm is made here: it says who is affected and what to do, and it reaches the operations topic. */

import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import { ALARMS } from "../alarm-texts/catalogue.ts";

/** Where alarms go, and what says them. */
export interface AlarmReaders {
  operations: ITopic;
  say: SayText;
}

/** An alarm as the engineer who gets it needs it. */
export interface AlarmRule {
  /** The alarm's name: what is wrong. */
  id: string;
  metric: IMetric;
  /** It fires above this; 0 unless said. */
  above?: number;
  /** Or it fires when there was nothing for this many periods on end. */
  absentPeriods?: number;
  /** Who suffers, and how, in the language of operations. */
  affected: string;
  /** What to do next. */
  action: string;
}

export function makeAlarm(scope: Construct, rule: AlarmRule, { operations, say }: AlarmReaders): Alarm {
  const alarm = new Alarm(scope, rule.id, {
    metric: rule.metric,
    alarmDescription: say(ALARMS.frame.description, { affected: rule.affected, action: rule.action }),
    ...(rule.absentPeriods === undefined ? presence(rule.above ?? 0) : absence(rule.absentPeriods)),
  });
  alarm.addAlarmAction(new SnsAction(operations));
  return alarm;
}

function presence(above: number) {
  return {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    threshold: above,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  };
}

function absence(periods: number) {
  return {
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    threshold: 1,
    evaluationPeriods: periods,
    treatMissingData: TreatMissingData.BREACHING,
  };
}
