/** A user pool as far as the commands use it: people, their groups, what is mailed to them, and what AWS refuses. */

import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserAttributesCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUpdateUserAttributesCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  ResourceNotFoundException,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { mockClient } from "../../../support/mock-client.ts";

interface FakePerson {
  subject: string;
  attributes: Map<string, string>;
  groups: Set<string>;
  enabled: boolean;
  status: "FORCE_CHANGE_PASSWORD" | "CONFIRMED";
  mails: number;
}

export interface FakeUserPool {
  /** By e-mail. */
  people: Map<string, FakePerson>;
  /** As if she had followed her mail. */
  signIn(email: string): void;
}

const no = { message: "no", $metadata: {} };

/** Every client of this process works on one pool with these groups. */
export function fakeUserPool(id: string, groups: readonly string[]): FakeUserPool {
  const people = new Map<string, FakePerson>();
  const mock = mockClient(CognitoIdentityProviderClient);
  const find = ({ UserPoolId, Username }: { UserPoolId: string; Username: string }): FakePerson => {
    if (UserPoolId !== id) throw new ResourceNotFoundException(no);
    const found = people.get(Username) ?? [...people.values()].find(({ subject }) => subject === Username);
    if (found === undefined) throw new UserNotFoundException(no);
    return found;
  };
  const inGroup = (name: string) => {
    if (!groups.includes(name)) throw new ResourceNotFoundException(no);
    return name;
  };
  const described = ({ subject, attributes, enabled, status }: FakePerson) => ({
    Username: subject,
    Enabled: enabled,
    UserStatus: status,
    UserCreateDate: new Date("2026-03-01T12:00:00.000Z"),
    all: [...attributes].map(([Name, Value]) => ({ Name, Value })),
  });
  const set = (person: FakePerson, attributes: AttributeType[] = []) => {
    for (const { Name = "", Value = "" } of attributes) person.attributes.set(Name, Value);
  };

  mock.on(AdminCreateUserCommand).callsFake((input) => {
    if (input.MessageAction === "RESEND") {
      find(input).mails++;
      return {};
    }
    if (people.has(input.Username)) throw new UsernameExistsException(no);
    const subject = `sub-${people.size + 1}`;
    const person: FakePerson = {
      subject,
      attributes: new Map([["sub", subject]]),
      groups: new Set(),
      enabled: true,
      status: "FORCE_CHANGE_PASSWORD",
      mails: 1,
    };
    set(person, input.UserAttributes);
    people.set(input.Username, person);
    return {};
  });
  mock.on(AdminGetUserCommand).callsFake((input) => {
    const { all, ...rest } = described(find(input));
    return { ...rest, UserAttributes: all };
  });
  mock.on(AdminUpdateUserAttributesCommand).callsFake((input) => set(find(input), input.UserAttributes));
  mock.on(AdminDeleteUserAttributesCommand).callsFake((input) => {
    for (const name of input.UserAttributeNames) find(input).attributes.delete(name);
  });
  mock.on(AdminEnableUserCommand).callsFake((input) => {
    find(input).enabled = true;
  });
  mock.on(AdminDisableUserCommand).callsFake((input) => {
    find(input).enabled = false;
  });
  mock.on(AdminDeleteUserCommand).callsFake((input) => {
    people.delete(find(input).attributes.get("email") ?? "");
  });
  mock
    .on(AdminAddUserToGroupCommand)
    .callsFake((input) => void find(input).groups.add(inGroup(input.GroupName)));
  mock
    .on(AdminRemoveUserFromGroupCommand)
    .callsFake((input) => void find(input).groups.delete(inGroup(input.GroupName)));
  mock.on(AdminListGroupsForUserCommand).callsFake((input) => {
    // A page for each group.
    const all = [...find(input).groups];
    const at = Number(input.NextToken ?? 0);
    const next = at + 1 < all.length ? { NextToken: String(at + 1) } : {};
    return { Groups: all.slice(at, at + 1).map((GroupName) => ({ GroupName })), ...next };
  });
  mock.on(ListUsersCommand).callsFake(({ PaginationToken }) => {
    // A page for each person.
    const all = [...people.values()];
    const at = Number(PaginationToken ?? 0);
    const Users = all.slice(at, at + 1).map((person) => {
      const { all: Attributes, ...rest } = described(person);
      return { ...rest, Attributes };
    });
    return { Users, ...(at + 1 < all.length ? { PaginationToken: String(at + 1) } : {}) };
  });
  return {
    people,
    signIn: (email) => {
      const person = people.get(email);
      if (person !== undefined) person.status = "CONFIRMED";
    },
  };
}
