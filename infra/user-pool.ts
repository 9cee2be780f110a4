/** Sign-in at the desk: a Cognito user pool, unless the company brings its own issuer. */

import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  type IUserPool,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
} from "aws-cdk-lib/aws-cognito";
import type { Construct } from "constructs";
import { INVITATION } from "../lib/i18n/catalogue/desk/frame.ts";
import type { Language } from "../lib/i18n/catalogue/language.ts";
import { textTranslator } from "../lib/i18n/translator.ts";
import { UNTIL_ATTRIBUTE } from "../lib/settings/desk-groups.ts";

interface DeskPeopleProps {
  stage: string;
  /** Language of the invitations. */
  language: Language;
  /** URL of the desk, without a slash at the end. */
  deskUrl: string;
  /** Id of an existing pool, of another stack or an earlier one; undefined if the stack creates one. */
  userPoolId: string | undefined;
}

/**
 * A pool that outlives the stack: turning the desk off must not forget who signs in with which device. Its groups are
 * made by `vigia desk invite`: those of the template would go with the desk, and take their members' access along.
 */
export class DeskPeople {
  readonly pool: IUserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, props: DeskPeopleProps) {
    const { stage, deskUrl, userPoolId } = props;
    this.pool =
      userPoolId === undefined
        ? userPool(scope, props)
        : UserPool.fromUserPoolId(scope, "DeskPeople", userPoolId);
    this.client = this.pool.addClient("Desk", {
      generateSecret: false,
      preventUserExistenceErrors: true,
      // Without a named flow Cognito allows signing in by its API, whose tokens let people change their attributes.
      authFlows: { user: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Cognito's own scope would let a person change their attributes in the pool, such as the end of their access.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${deskUrl}/signed-in`],
        logoutUrls: [`${deskUrl}/signed-out`],
      },
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true })
        .withCustomAttributes(UNTIL_ATTRIBUTE),
      // Cognito reads an empty list as all attributes, so people may write one that the desk never reads.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
      // The longest that Cognito takes: a new person chooses a password and installs an authenticator app meanwhile.
      authSessionValidity: Duration.minutes(15),
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      // The desk keeps no token; its own session ends after eight hours.
      refreshTokenValidity: Duration.hours(1),
    });
    this.#signInPage(scope, stage);
  }

  /** Issuer URL, as discovery names it. */
  get issuer(): string {
    return `https://cognito-idp.${this.pool.stack.region}.amazonaws.com/${this.pool.userPoolId}`;
  }

  /** Managed login shows "Login pages unavailable" without a branding of its own. */
  #signInPage(scope: Construct, stage: string): void {
    const { account } = Stack.of(scope);
    // Prefixes are global, and may not hold the words aws, amazon and cognito.
    this.pool.addDomain("SignIn", {
      cognitoDomain: { domainPrefix: `vigia-${stage.toLowerCase()}-${account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    new CfnManagedLoginBranding(scope, "DeskSignInBranding", {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }
}

function userPool(scope: Construct, { stage, language }: DeskPeopleProps): UserPool {
  const t = textTranslator(language);
  const pool = new UserPool(scope, "DeskPeople", {
    userPoolName: `vigia-${stage}-desk`,
    featurePlan: FeaturePlan.ESSENTIALS,
    // Cases are confidential: people are invited by name.
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    // An address in capitals is the same person.
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // A new address counts once it is verified; until then the old one does.
    keepOriginal: { email: true },
    userInvitation: {
      emailSubject: t(INVITATION.subject),
      // Without the desk's address: the text stays as it is when a later stack takes the pool over, at another address.
      emailBody: t(INVITATION.body, { email: "{username}", password: "{####}" }),
    },
    // Every invited user has an address; a required attribute would have to be writable by the client.
    standardAttributes: { email: { required: false, mutable: true } },
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
      "Threat protection is a plan of Cognito at a price for each person; a second factor is required of every user.",
  });
  return pool;
}
