/** Who may sign in at the desk: a Cognito user pool, where the company brings no issuer of its own. */

import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
} from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { DESK_ROLES, groupOf, UNTIL_ATTRIBUTE } from "../../lib/desk/sign-in/access.ts";
import type { Project } from "../../lib/settings/env-values.ts";

export interface DeskPeopleProps {
  stage: string;
  /** Where the desk is, without a slash at the end. */
  deskUrl: string;
  projects: readonly Project[];
}

/** A pool that outlives the stack: turning the desk off must not forget who signs in with which device. */
export class DeskPeople {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, { stage, deskUrl, projects }: DeskPeopleProps) {
    this.pool = userPool(scope, stage);
    this.client = this.pool.addClient("Desk", {
      generateSecret: false,
      preventUserExistenceErrors: true,
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Cognito's own scope would let a person change what the pool says of her, such as when her access ends.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${deskUrl}/signed-in`],
        logoutUrls: [`${deskUrl}/signed-out`],
      },
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true })
        .withCustomAttributes(UNTIL_ATTRIBUTE),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      // The desk keeps no token; its own session ends after eight hours.
      refreshTokenValidity: Duration.hours(1),
    });
    this.#signInPage(scope, stage);
    const scopes = [undefined, ...projects.map(({ id }) => id)];
    for (const groupName of DESK_ROLES.flatMap((role) => scopes.map((id) => groupOf(role, id)))) {
      new CfnUserPoolGroup(scope, `DeskGroup-${groupName}`, { userPoolId: this.pool.userPoolId, groupName });
    }
  }

  /** As discovery knows it. */
  get issuer(): string {
    return `https://cognito-idp.${this.pool.stack.region}.amazonaws.com/${this.pool.userPoolId}`;
  }

  /** Managed login shows "Login pages unavailable" without a branding of its own. */
  #signInPage(scope: Construct, stage: string): void {
    const { account } = Stack.of(scope);
    // Prefixes are global, and may not hold the words aws, amazon and cognito.
    this.pool.addDomain("SignIn", {
      cognitoDomain: { domainPrefix: `vigia-${stage}-${account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    new CfnManagedLoginBranding(scope, "DeskSignInBranding", {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }
}

function userPool(scope: Construct, stage: string): UserPool {
  const pool = new UserPool(scope, "DeskPeople", {
    userPoolName: `vigia-${stage}-desk`,
    featurePlan: FeaturePlan.ESSENTIALS,
    // Whoever may see crimes is invited by name.
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    // Nobody is two people by writing her address in capitals.
    signInCaseSensitive: false,
    autoVerify: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    customAttributes: { [UNTIL_ATTRIBUTE]: new StringAttribute({ mutable: true }) },
    mfa: Mfa.REQUIRED,
    mfaSecondFactor: { otp: true, sms: false },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    passwordPolicy: {
      minLength: 12,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(pool).acknowledge({
    id: "AwsSolutions-COG8",
    reason:
      "Threat protection is a plan of Cognito at a price for each person; a second factor is required of everybody.",
  });
  return pool;
}
