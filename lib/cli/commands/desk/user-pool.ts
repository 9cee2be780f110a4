/** The user pool of those who may sign in at the desk. */

import { randomInt } from "node:crypto";
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserAttributesCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  type DeliveryMediumType,
  GroupExistsException,
  paginateAdminListGroupsForUser,
  paginateListUsers,
  ResourceNotFoundException,
  UserNotFoundException,
  type UserType,
} from "@aws-sdk/client-cognito-identity-provider";
import { commandConfig } from "../../../aws/clients.ts";
import type { Network } from "../../../aws/network.ts";
import { UNTIL_CLAIM } from "../../../settings/desk-groups.ts";

/** An invited person. */
export interface PoolPerson {
  /** The pool's id of the person, which the desk's log names. */
  subject: string;
  email: string;
  /** `invited`: without a sign-in so far. */
  state: "invited" | "active" | "removed";
  /** True with a chosen password: before, the mailed one is valid for three days. */
  hasSignedIn: boolean;
  /** End of the access, ISO 8601; unlimited if absent. */
  until: string | undefined;
  /** Time of the first invitation, ISO 8601. */
  since: string | undefined;
}

/** People are named by their e-mail address, or by the pool's id of them. */
export class UserPool {
  readonly #client: CognitoIdentityProviderClient;
  readonly #id: string;

  constructor(id: string, network: Network) {
    this.#client = new CognitoIdentityProviderClient(commandConfig(network));
    this.#id = id;
  }

  async find(email: string): Promise<PoolPerson | undefined> {
    try {
      const { UserAttributes, UserCreateDate, ...user } = await this.#client.send(
        new AdminGetUserCommand(this.#about(email)),
      );
      return personOf({ ...user, Attributes: UserAttributes, UserCreateDate });
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  }

  /** Adds a person, to whom Cognito mails a password that they change at their first sign-in. */
  async invite(email: string, until: string | undefined): Promise<void> {
    await this.#client.send(
      new AdminCreateUserCommand({
        ...this.#about(email),
        ...mailedPassword(),
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
          ...(until === undefined ? [] : [{ Name: UNTIL_CLAIM, Value: until }]),
        ],
      }),
    );
  }

  /** Mails a new password to a person who has not signed in yet. */
  async inviteAgain(email: string): Promise<void> {
    await this.#client.send(
      new AdminCreateUserCommand({
        ...this.#about(email),
        ...mailedPassword(),
        MessageAction: "RESEND",
      }),
    );
  }

  async setUntil(email: string, until: string | undefined): Promise<void> {
    const about = this.#about(email);
    if (until === undefined) {
      const UserAttributeNames = [UNTIL_CLAIM];
      await this.#client.send(new AdminDeleteUserAttributesCommand({ ...about, UserAttributeNames }));
      return;
    }
    const UserAttributes = [{ Name: UNTIL_CLAIM, Value: until }];
    await this.#client.send(new AdminUpdateUserAttributesCommand({ ...about, UserAttributes }));
  }

  async enable(email: string): Promise<void> {
    await this.#client.send(new AdminEnableUserCommand(this.#about(email)));
  }

  async disable(email: string): Promise<void> {
    await this.#client.send(new AdminDisableUserCommand(this.#about(email)));
  }

  /** Removes a person for good, with their device. */
  async delete(email: string): Promise<void> {
    await this.#client.send(new AdminDeleteUserCommand(this.#about(email)));
  }

  async groupsOf(email: string): Promise<string[]> {
    const pages = paginateAdminListGroupsForUser({ client: this.#client }, this.#about(email));
    const groups: string[] = [];
    for await (const { Groups = [] } of pages)
      groups.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
    return groups;
  }

  /** Puts a person into a group, and makes the group where this is its first. */
  async join(email: string, GroupName: string): Promise<void> {
    const join = () =>
      this.#client.send(new AdminAddUserToGroupCommand({ ...this.#about(email), GroupName }));
    try {
      await join();
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      await this.#makeGroup(GroupName);
      await join();
    }
  }

  async #makeGroup(GroupName: string): Promise<void> {
    try {
      await this.#client.send(new CreateGroupCommand({ UserPoolId: this.#id, GroupName }));
    } catch (error) {
      if (!(error instanceof GroupExistsException)) throw error;
    }
  }

  async leave(email: string, GroupName: string): Promise<void> {
    await this.#client.send(new AdminRemoveUserFromGroupCommand({ ...this.#about(email), GroupName }));
  }

  /** All people, also removed ones. */
  async *people(): AsyncGenerator<PoolPerson> {
    const pages = paginateListUsers({ client: this.#client }, { UserPoolId: this.#id });
    for await (const { Users = [] } of pages) yield* Users.map(personOf);
  }

  #about(email: string) {
    return { UserPoolId: this.#id, Username: email };
  }
}

function personOf({
  Username = "",
  Attributes = [],
  Enabled,
  UserStatus,
  UserCreateDate,
}: UserType): PoolPerson {
  const hasSignedIn = UserStatus !== "FORCE_CHANGE_PASSWORD";
  const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value || undefined;
  return {
    subject: attribute("sub") ?? Username,
    email: attribute("email") ?? Username,
    state: Enabled === false ? "removed" : hasSignedIn ? "active" : "invited",
    hasSignedIn,
    until: attribute(UNTIL_CLAIM),
    since: UserCreateDate?.toISOString(),
  };
}

/** Characters that look like no other. */
const PASSWORD_PARTS = ["abcdefghjkmnpqrstuvwxyz", "ABCDEFGHJKMNPQRSTUVWXYZ", "23456789"] as const;
const PART_LENGTH = 5;

/** A password as the pool demands it. Cognito's own may hold `<` and `&`, which an HTML mail does not show as they are. */
function mailedPassword() {
  const part = (characters: string) =>
    Array.from({ length: PART_LENGTH }, () => characters[randomInt(characters.length)]).join("");
  const TemporaryPassword = PASSWORD_PARTS.map(part).join("-");
  return { DesiredDeliveryMediums: ["EMAIL"] satisfies DeliveryMediumType[], TemporaryPassword };
}
