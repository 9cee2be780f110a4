/** The desk in the template: who may sign in, with what, and what its function and those who run it may do. */

import { describe, expect, test } from "vitest";
import { permissionsIn, resourceOf, resourcesOf, synthesize, targetOf, WITH_DESK } from "./synthesized.ts";

const template = synthesize(WITH_DESK);
const without = synthesize();
const ownIssuer = synthesize({ desk: { issuer: "https://login.company.example", clientId: "vigia" } });
const certificateArn = "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000";
const own = synthesize({
  desk: { domain: { domainName: "desk.company.example", certificateArn } },
});
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
      AuthSessionValidity: 15,
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

  test("are invited in the language of the stage, without an address that a later stack would change", () => {
    const { EmailMessage, EmailSubject } = pool["AdminCreateUserConfig"].InviteMessageTemplate;
    expect([EmailSubject, EmailMessage]).toEqual([
      "Your access to Vigía",
      "You are invited to the desk of Vigía. The person who invited you sends you its address.<br><br>Sign in with {username} and this temporary password:<br><br>{####}<br><br>It is valid for three days. You then choose a password of your own and set up an authenticator app.",
    ]);
  });

  test("that another stack left are taken over: the stack makes a client and pages, and no pool", () => {
    const taken = synthesize({ desk: { userPoolId: "us-east-1_Invented1" } });
    expect(resourcesOf(taken, "AWS::Cognito::UserPool").size).toBe(0);
    for (const type of ["UserPoolClient", "UserPoolDomain", "ManagedLoginBranding"]) {
      const [resource, ...others] = [...resourcesOf(taken, `AWS::Cognito::${type}`).values()];
      expect([resource?.Properties["UserPoolId"], others]).toEqual(["us-east-1_Invented1", []]);
    }
    expect(taken.Outputs["DeskUserPoolId"]).toMatchObject({ Value: "us-east-1_Invented1" });
  });

  test("are named by an output, which a company with an issuer of its own does not have", () => {
    expect(Object.keys(template.Outputs)).toContain("DeskUserPoolId");
    expect(Object.keys(ownIssuer.Outputs)).toContain("DeskUrl");
    expect(Object.keys(ownIssuer.Outputs)).not.toContain("DeskUserPoolId");
    expect(resourcesOf(ownIssuer, "AWS::Cognito::UserPool").size).toBe(0);
  });
});

test("officers of a desk with an issuer of the company's own end sessions, and invite no one", () => {
  const overPeople = permissionsIn(ownIssuer)["Officer"]?.filter((action) => /Desk|cognito/.test(action));
  expect(overPeople).toEqual(["dynamodb:Scan DeskSessions", "dynamodb:UpdateItem DeskSessions"]);
});

describe("the function of the desk is told", () => {
  const variablesOf = (deskTemplate: typeof template) => {
    const { Variables } = resourceOf(deskTemplate, "AWS::Lambda::Function", "ServeDesk")["Environment"];
    return [Variables.OIDC_SCOPE, Variables.OIDC_GROUPS_CLAIM, Variables.OIDC_GROUP_NAMES];
  };

  test("the pool's claim of groups, and the usual one of an issuer", () => {
    expect(variablesOf(template)).toEqual(["openid profile email", "cognito:groups", "{}"]);
    expect(variablesOf(ownIssuer)).toEqual(["openid profile email", "groups", "{}"]);
  });

  test("the issuer's own claim, scope and names of groups", () => {
    const named = synthesize({
      desk: {
        issuer: "https://login.company.example",
        clientId: "vigia",
        groupsClaim: "https://company.example/groups",
        groupsScope: "groups",
        groupNames: { officers: "/company/Officers" },
      },
    });
    expect(variablesOf(named)).toEqual([
      "openid profile email groups",
      "https://company.example/groups",
      '{"officers":"/company/Officers"}',
    ]);
  });
});

test("under a domain of the company's own links, sign-in and forms go by it, and no other address is open", () => {
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

test("those who get escalations have a topic of their own", () => {
  const subscriptions = [...resourcesOf(template, "AWS::SNS::Subscription").values()].map(
    ({ Properties }) => [targetOf(Properties["TopicArn"]), Properties["Protocol"], Properties["Endpoint"]],
  );
  expect(subscriptions).toEqual([["EscalationTopic", "email", "head@company.example"]]);
});

describe("a flood of the desk", () => {
  test("is throttled, on every route", () => {
    expect(resourceOf(template, "AWS::ApiGatewayV2::Stage", "DeskStage")["DefaultRouteSettings"]).toEqual({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
  });

  test("raises an alarm, as failing pages do; without a desk it has no alarm", () => {
    const alarm = resourceOf(template, "AWS::CloudWatch::Alarm", "DeskFailing");
    expect(alarm).toMatchObject({ Threshold: 0, ComparisonOperator: "GreaterThanThreshold" });
    expect(JSON.stringify(alarm["Metrics"])).toContain(
      "FILL(failed, 0) + FILL(refused, 0) + IF(FILL(calls, 0) > 15000, 1, 0)",
    );
    const watched = JSON.stringify(alarm["Metrics"]);
    expect(watched).toContain('"MetricName":"5xx"');
    expect(watched).toContain('"MetricName":"DeskThrottled-dev"');
    const filters = [...resourcesOf(template, "AWS::Logs::MetricFilter").values()];
    expect(filters.map(({ Properties }) => targetOf(Properties["LogGroupName"])).toSorted()).toEqual([
      "ApiAccessLog",
      "DeskAccessLog",
    ]);
    expect(resourcesOf(without, "AWS::CloudWatch::Alarm").has("DeskFailing")).toBe(false);
  });
});
