/** The issuer that identifies users: OpenID Connect's code flow with PKCE, state and nonce. */

import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  None,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import * as z from "zod/mini";
import { errorOrigin } from "../../aws/error-name.ts";
import { lazyRead } from "../../aws/lazy.ts";
import { isLoopback } from "../../aws/local-call.ts";
import { logger } from "../../aws/observe.ts";
import { UNTIL_CLAIM } from "../../settings/desk-groups.ts";
import type { DeskPerson } from "../frame/desk-sessions.ts";
import type { SignInChecks } from "./begun.ts";
import { failureOf, type SignInFailure, UnverifiedEmailError } from "./failures.ts";
import { type GroupsReport, readGroups } from "./groups-claim.ts";

interface IssuerOptions {
  /** The issuer's URL. */
  issuer: string;
  /** The desk's name with the issuer; a public client, which PKCE protects in place of a secret. */
  clientId: string;
  /** The scopes that are asked of it. */
  scope: string;
  /** The claim that holds a person's groups. */
  groupsClaim: string;
  /** True to name users by their e-mail address only once it is verified, and to refuse them before. */
  verifiedEmail: boolean;
  /** URL that the issuer sends users back to. */
  callbackUrl: string;
}

/** Longest wait for the issuer's answer, in seconds. */
const TIMEOUT_S = 5;

/** Empty, null or of another form, it counts as absent. */
const naming = z.catch(z.optional(z.string().check(z.minLength(1))), undefined);

const claims = z.object({
  sub: z.string().check(z.minLength(1)),
  name: naming,
  email: naming,
  // Some issuers say it as text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  // An invalid time counts as passed.
  [UNTIL_CLAIM]: z.optional(
    z.pipe(
      z.string(),
      z.transform((time) => Date.parse(time) || 0),
    ),
  ),
});

interface Identity {
  person: DeskPerson;
  report: GroupsReport;
}

export class Issuer {
  readonly #options: IssuerOptions;
  /** The issuer's metadata, requested once; a failure is requested again. */
  readonly #configuration: () => Promise<Configuration>;

  constructor(options: IssuerOptions) {
    this.#options = options;
    this.#configuration = lazyRead(() => discovered(options));
  }

  /**
   * URL that signs a user in, and the values that the answer has to fit. The nonce is a digest of what the browser keeps, as OpenID
   * Connect advises (15.5.2): that of the code's challenge.
   */
  async begin(): Promise<{ url: URL; checks: SignInChecks }> {
    const checks = { state: randomState(), verifier: randomPKCECodeVerifier() };
    const challenge = await calculatePKCECodeChallenge(checks.verifier);
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#options.callbackUrl,
      scope: this.#options.scope,
      state: checks.state,
      // Some issuers list neither PKCE nor a nonce, and check both.
      nonce: challenge,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    return { url, checks };
  }

  /** Identity of the user, by the URL that the issuer sent them back to; or why there is none, which is logged. */
  async finish(
    callback: URL,
    checks: SignInChecks,
  ): Promise<({ kind: "identified" } & Identity) | SignInFailure> {
    try {
      return { kind: "identified", ...(await this.#identify(callback, checks)) };
    } catch (error) {
      const failure = failureOf(error);
      logger.warn("an answer of the issuer was refused", { ...failure, ...errorOrigin(error) });
      return failure;
    }
  }

  async #identify(callback: URL, { state, verifier }: SignInChecks): Promise<Identity> {
    const tokens = await authorizationCodeGrant(await this.#configuration(), callback, {
      expectedState: state,
      expectedNonce: await calculatePKCECodeChallenge(verifier),
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const token = { ...tokens.claims() };
    const { sub, name, email, email_verified: verified, [UNTIL_CLAIM]: until } = claims.parse(token);
    if (this.#options.verifiedEmail && String(verified) !== "true") throw new UnverifiedEmailError();
    const { groups: personsGroups, report } = readGroups(token, this.#options.groupsClaim);
    const person = {
      subject: sub,
      name: email ?? name ?? sub,
      groups: personsGroups,
      hasGroupsElsewhere: report.isElsewhere,
      ...(until === undefined ? {} : { until }),
    };
    return { person, report };
  }

  /** Page on which a browser ends its session with the issuer too; undefined if the issuer has none. */
  async signOutUrl(after: string): Promise<string | undefined> {
    const { issuer, clientId } = this.#options;
    const { hostname } = new URL(issuer);
    const configuration = await this.#configuration();
    const { end_session_endpoint: standard, authorization_endpoint: authorize = issuer } =
      configuration.serverMetadata();
    // Cognito lists the standard page, and refuses what the standard says; its own is beside its sign-in.
    if (/^cognito-idp\.[\w-]+\.amazonaws\.com$/.test(hostname)) {
      const page = new URL("/logout", authorize);
      page.search = new URLSearchParams({ client_id: clientId, logout_uri: after }).toString();
      return page.href;
    }
    if (standard === undefined) return undefined;
    const page = new URL(standard);
    page.searchParams.set("client_id", clientId);
    page.searchParams.set("post_logout_redirect_uri", after);
    return page.href;
  }
}

async function discovered({ issuer, clientId }: IssuerOptions): Promise<Configuration> {
  const url = new URL(issuer);
  return discovery(url, clientId, {}, None(), {
    timeout: TIMEOUT_S,
    // Plain HTTP never leaves this machine.
    execute: url.protocol === "http:" && isLoopback(url.hostname) ? [allowInsecureRequests] : [],
  });
}
