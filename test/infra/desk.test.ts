/** The desk in the template: who may sign in, with what, and what its function and those who run it may do. */

import { describe, expect, test } from "vitest";
import { permissionsIn, resourceOf, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize({
  stage: "prod",
  projects: [
    { id: 1, mexico: true },
    { id: 7, mexico: false },
  ],
  desk: true,
});
const without = synthesize();
const ownIssuer = synthesize({ desk: { issuer: "https://login.company.example", clientId: "vigia" } });
const escalating = permissionsIn(synthesize({ desk: true, escalationEmails: "head@x.example" }));
const permissions = permissionsIn(template);
const pool = resourceOf(template, "AWS::Cognito::UserPool", "DeskPeople");
const client = resourceOf(template, "AWS::Cognito::UserPoolClient", "DeskPeopleDesk");

describe("the people of the desk", () => {
  test("are invited, and need an authenticator app beside a long password", () => {
    expect(pool).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: "ON",
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      DeletionProtection: "ACTIVE",
    });
    expect(pool["Policies"].PasswordPolicy).toMatchObject({
      MinimumLength: 12,
      TemporaryPasswordValidityDays: 3,
    });
  });

  test("come by the code flow alone, and change neither their address nor when their access ends", () => {
    expect(client).toMatchObject({
      AllowedOAuthFlows: ["code"],
      AllowedOAuthScopes: ["openid", "email", "profile"],
      GenerateSecret: false,
      ReadAttributes: ["custom:until", "email", "email_verified"],
      ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
      WriteAttributes: ["locale"],
      PreventUserExistenceErrors: "ENABLED",
    });
    expect(pool["UserAttributeUpdateSettings"]).toEqual({
      AttributesRequireVerificationBeforeUpdate: ["email"],
    });
    expect(JSON.stringify(pool["Schema"])).not.toContain('"Required":true');
    expect(JSON.stringify(pool["Schema"])).toContain(
      '{"AttributeDataType":"String","Mutable":true,"Name":"until"}',
    );
  });

  test("are invited in the language of the stage, with the desk's address", () => {
    const { EmailMessage, EmailSubject } = pool["AdminCreateUserConfig"].InviteMessageTemplate;
    expect([EmailSubject, EmailMessage["Fn::Join"][1].map(targetOf).join("")]).toEqual([
      "Your access to Vigía",
      "You are invited to the desk of Vigía: DeskApi<br><br>Sign in with {username} and the temporary password {####}. It is valid for three days. You then choose a password of your own and set up an authenticator app.",
    ]);
  });

  test("that another stack left are taken over: the stack makes a client and pages, and no pool", () => {
    const taken = synthesize({ desk: { userPoolId: "us-east-1_Invented1" } });
    expect(resourcesOf(taken, "AWS::Cognito::UserPool").size).toBe(0);
    for (const type of ["UserPoolClient", "UserPoolDomain", "ManagedLoginBranding"]) {
      const [found, ...others] = [...resourcesOf(taken, `AWS::Cognito::${type}`).values()];
      expect([found?.Properties["UserPoolId"], others]).toEqual(["us-east-1_Invented1", []]);
    }
    expect(taken.Outputs["DeskUserPoolId"]).toEqual({ Value: "us-east-1_Invented1" });
  });

  test("are named by an output, which a company with an issuer of its own does not have", () => {
    expect(Object.keys(template.Outputs)).toContain("DeskUserPoolId");
    expect(Object.keys(ownIssuer.Outputs)).toContain("DeskUrl");
    expect(Object.keys(ownIssuer.Outputs)).not.toContain("DeskUserPoolId");
    expect(resourcesOf(ownIssuer, "AWS::Cognito::UserPool").size).toBe(0);
  });
});

test("the desk's own policy alone allows to invite and remove people and to end sessions", () => {
  expect(permissions["DeskOperator"]).toEqual([
    "cloudformation:DescribeStacks stack/Vigia-prod/*",
    ...[
      "AdminAddUserToGroup",
      "AdminCreateUser",
      "AdminDeleteUser",
      "AdminDeleteUserAttributes",
      "AdminDisableUser",
      "AdminEnableUser",
      "AdminGetUser",
      "AdminListGroupsForUser",
      "AdminRemoveUserFromGroup",
      "AdminUpdateUserAttributes",
      "CreateGroup",
      "ListUsers",
    ].map((action) => `cognito-idp:${action} DeskPeople`),
    "dynamodb:UpdateItem DeskSessions",
  ]);
  expect(permissionsIn(ownIssuer)["DeskOperator"]).toEqual([
    "cloudformation:DescribeStacks stack/Vigia-dev/*",
    "dynamodb:Scan DeskSessions",
    "dynamodb:UpdateItem DeskSessions",
  ]);
  const holders = Object.keys(permissions).filter((name) =>
    permissions[name]?.some((one) => / Desk(People|Sessions)\b/.test(one)),
  );
  expect(holders).toEqual(["ServeDeskRole", "DeskOperator"]);
});

test("cases are opened by the alerting functions, read by officers and the desk, which adds steps, and by no engineer", () => {
  const onCases = Object.entries(permissions).flatMap(([name, list]) =>
    list
      .filter((one) => / Cases\b/.test(one))
      .map((one) => `${name.replace(/Role$/, "")}: ${one.replace("dynamodb:", "")}`),
  );
  expect(onCases.toSorted()).toEqual([
    "ApplyHolds: Query Cases of subject, opened, expiresAt",
    "ApplyHolds: UpdateItem Cases of subject, opened, expiresAt",
    "CountDays: PutItem Cases",
    "CountDays: Query Cases",
    "CountDays: Query Cases/index/byLastStep",
    "CountDays: Query Cases/index/byTime",
    "Officer: GetItem Cases",
    "Officer: Query Cases",
    "Officer: Query Cases/index/byLastStep",
    "Officer: Query Cases/index/byTime",
    "Officer: Query Cases/index/openByTime",
    "Officer: Scan Cases",
    ...["GetItem", "PutItem", "Query", "UpdateItem"].map((action) => `ScanWallets: ${action} Cases`),
    ...["GetItem", "PutItem", "Query"].map((action) => `SendBrief: ${action} Cases`),
    ...["byLastStep", "byOwedNotice", "byTime", "openByTime"].map(
      (index) => `SendBrief: Query Cases/index/${index}`,
    ),
    "SendReminders: Query Cases of subject, projectIds",
    ...["byOwedNotice", "openByDue", "openByTime"].map(
      (index) => `SendReminders: Query Cases/index/${index}`,
    ),
    "ServeDesk: GetItem Cases",
    "ServeDesk: Query Cases",
    "ServeDesk: Query Cases/index/byLastStep",
    "ServeDesk: Query Cases/index/byOwedNotice",
    "ServeDesk: Query Cases/index/byTime",
    "ServeDesk: Query Cases/index/byUser",
    "ServeDesk: Query Cases/index/openByDue",
    "ServeDesk: Query Cases/index/openByTime",
    "ServeDesk: UpdateItem Cases",
    ...["GetItem", "PutItem", "UpdateItem"].map((action) => `StoreNotifications: ${action} Cases`),
  ]);
});

test("days are counted each night by the officers' clock, by a function that reads no body and calls itself alone", () => {
  expect(permissions["CountDaysRole"]?.filter((one) => !/ Cases\b|^logs:/.test(one))).toEqual([
    "dynamodb:Query Notifications/index/byTime",
    "lambda:InvokeFunction CountDays",
  ]);
  expect(resourceOf(template, "AWS::Scheduler::Schedule", "CountDaysSchedule")).toMatchObject({
    ScheduleExpression: "cron(0 4 * * ? *)",
    ScheduleExpressionTimezone: "America/Mexico_City",
    Target: { Input: "{}" },
  });
  expect(permissions["CountDaysClockRole"]).toEqual(["lambda:InvokeFunction CountDays"]);
  expect(resourceOf(template, "AWS::Lambda::Function", "CountDays")).toMatchObject({
    RecursiveLoop: "Allow",
    Timeout: 900,
  });
  expect(resourceOf(template, "AWS::CloudWatch::Alarm", "CountDaysFailing")["MetricName"]).toBe("Errors");
  expect([...resourcesOf(without, "AWS::CloudWatch::Alarm").keys()]).not.toContain("CountDaysFailing");
});

test("under a domain of the company's own links, sign-in and forms go by it, and no other address is open", () => {
  const certificateArn =
    "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000";
  const own = synthesize({ desk: { domain: { domainName: "desk.company.example", certificateArn } } });
  const url = "https://desk.company.example";
  expect(own.Outputs).toMatchObject({ DeskUrl: { Value: url } });
  expect(Object.keys(own.Outputs)).toEqual(
    expect.arrayContaining(["DeskDomainTarget", "DeskDomainHostedZoneId"]),
  );
  for (const name of ["ServeDesk", "StoreNotifications", "ScanWallets", "StartScan", "SendBrief"]) {
    const { Variables } = resourceOf(own, "AWS::Lambda::Function", name)["Environment"];
    expect([name, Variables.DESK_URL]).toEqual([name, url]);
  }
  expect(resourceOf(own, "AWS::Cognito::UserPoolClient", "DeskPeopleDesk")).toMatchObject({
    CallbackURLs: [`${url}/signed-in`],
    LogoutURLs: [`${url}/signed-out`],
  });
  expect(resourceOf(own, "AWS::ApiGatewayV2::Api", "DeskApi")["DisableExecuteApiEndpoint"]).toBe(true);
  expect(resourceOf(own, "AWS::ApiGatewayV2::DomainName", "DeskDomain")).toMatchObject({
    DomainName: "desk.company.example",
    DomainNameConfigurations: [{ CertificateArn: certificateArn, SecurityPolicy: "TLS_1_2" }],
  });
  const [mapping, ...others] = [...resourcesOf(own, "AWS::ApiGatewayV2::ApiMapping").values()];
  expect(others).toEqual([]);
  expect(targetOf(mapping?.Properties["ApiId"])).toBe("DeskApi");
});

test("every hour reminders are sent, and a call that failed is kept for a day, with an alarm on it", () => {
  expect(resourceOf(template, "AWS::Scheduler::Schedule", "RemindersSchedule")).toMatchObject({
    ScheduleExpression: "rate(1 hour)",
    Target: {
      RetryPolicy: { MaximumEventAgeInSeconds: 3_600, MaximumRetryAttempts: 10 },
      DeadLetterConfig: { Arn: { "Fn::GetAtt": [expect.stringMatching(/^RemindersDeadLetters/), "Arn"] } },
    },
  });
  expect(permissions["RemindersClockRole"]).toEqual([
    "lambda:InvokeFunction SendReminders",
    "sqs:SendMessage RemindersDeadLetters",
  ]);
  expect(
    targetOf(resourceOf(template, "AWS::Lambda::Function", "SendReminders")["DeadLetterConfig"].TargetArn),
  ).toBe("RemindersDeadLetters");
  expect(resourceOf(template, "AWS::SQS::Queue", "RemindersDeadLetters")).toMatchObject({
    MessageRetentionPeriod: 24 * 3_600,
    SqsManagedSseEnabled: true,
  });
  const alarm = resourceOf(template, "AWS::CloudWatch::Alarm", "RemindersInDeadLetterQueue");
  expect(targetOf(alarm["Dimensions"][0].Value)).toBe("RemindersDeadLetters");
  expect(alarm["AlarmDescription"]).toBe(
    "Reminders of undecided cases could not be sent. The compliance officer may let a deadline pass unnoticed. To do: read the errors in the log of SendReminders and remove their cause. The next hour's run sends the reminders that are owed: you do not have to send anything. This alarm clears within a day. More: docs/operate/alarms.md#remindersindeadletterqueue in the package vigia",
  );
  expect(Object.keys(without.Resources).filter((name) => name.includes("Reminders"))).toEqual([]);
});

test("reminders may read the indexes of open cases, and tell what they find", () => {
  expect(escalating["SendRemindersRole"]).toEqual([
    ...["GetItem", "PutItem"].map((action) => `dynamodb:${action} Alerts`),
    "dynamodb:Query Cases of subject, projectIds",
    ...["byOwedNotice", "openByDue", "openByTime"].map((index) => `dynamodb:Query Cases/index/${index}`),
    "dynamodb:UpdateItem Alerts",
    "kms:Decrypt ServiceKey via sns",
    "kms:GenerateDataKey ServiceKey via sns",
    "logs:CreateLogStream SendRemindersLog",
    "logs:PutLogEvents SendRemindersLog",
    "sns:Publish AlertsTopic",
    "sns:Publish EscalationTopic",
    "sqs:SendMessage RemindersDeadLetters",
  ]);
});

test("the role that checks subscriptions may list those of each topic", () => {
  for (const role of ["ServeDeskRole", "StartScanRole"]) {
    const asked = escalating[role]?.filter((one) => one.startsWith("sns:ListSubscriptionsByTopic"));
    expect([role, asked]).toEqual([
      role,
      ["Alerts", "Escalation", "Operations"].map((topic) => `sns:ListSubscriptionsByTopic ${topic}Topic`),
    ]);
  }
});

test("those who get escalations have a topic of their own, where there is a desk", () => {
  const emails = { escalationEmails: "head@x.example,board@x.example" };
  const topics = (of: ReturnType<typeof synthesize>) =>
    [...resourcesOf(of, "AWS::SNS::Subscription").values()].map(({ Properties }) => [
      targetOf(Properties["TopicArn"]),
      Properties["Protocol"],
      Properties["Endpoint"],
    ]);
  expect(topics(synthesize({ desk: true, ...emails }))).toEqual([
    ["EscalationTopic", "email", "head@x.example"],
    ["EscalationTopic", "email", "board@x.example"],
  ]);
  expect(topics(synthesize(emails))).toEqual([]);
});

describe("a flood of the desk", () => {
  test("is throttled, on every route", () => {
    expect(resourceOf(template, "AWS::ApiGatewayV2::Stage", "DeskStage")["DefaultRouteSettings"]).toEqual({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
  });

  test("takes the executions alone that the settings give the desk", () => {
    const reserved = synthesize({ desk: { reservedConcurrency: 20 } });
    const key = "ReservedConcurrentExecutions";
    expect(resourceOf(reserved, "AWS::Lambda::Function", "ServeDesk")[key]).toBe(20);
    expect(resourceOf(template, "AWS::Lambda::Function", "ServeDesk")).not.toHaveProperty(key);
  });

  test("raises an alarm, as failing pages do; without a desk there is none", () => {
    const alarm = resourceOf(template, "AWS::CloudWatch::Alarm", "DeskFailing");
    expect(alarm).toMatchObject({ Threshold: 0, ComparisonOperator: "GreaterThanThreshold" });
    expect(JSON.stringify(alarm["Metrics"])).toContain("FILL(failed, 0) + FILL(throttled, 0)");
    const watched = JSON.stringify(alarm["Metrics"]);
    expect(watched).toContain('"MetricName":"5xx"');
    expect(watched).toContain('"MetricName":"DeskThrottled-prod"');
    const filters = [...resourcesOf(template, "AWS::Logs::MetricFilter").values()];
    expect(filters.map(({ Properties }) => targetOf(Properties["LogGroupName"])).toSorted()).toEqual([
      "ApiAccessLog",
      "DeskAccessLog",
    ]);
    expect(resourcesOf(without, "AWS::CloudWatch::Alarm").has("DeskFailing")).toBe(false);
  });
});
