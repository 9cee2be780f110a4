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
  CreateGroupCommand,
  ListUsersCommand,
  ResourceNotFoundException,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { AwsCommand } from "aws-sdk-client-mock";
import { mockClient } from "../../../support/mock-client.ts";

interface FakePerson {
  subject: string;
  attributes: Map<string, string>;
  groups: Set<string>;
  enabled: boolean;
  status: "FORCE_CHANGE_PASSWORD" | "CONFIRMED";
  /** Temporary passwords, one for each mail. */
  mailed: string[];
}

export interface FakeUserPool {
  /** Gives the clients of this process back. */
  restore(): void;
  /** By e-mail. */
  people: Map<string, FakePerson>;
  /** Completes the sign-in of an invited person. */
  signIn(email: string): void;
}

type Answer = Parameters<ReturnType<ReturnType<typeof mockClient>["on"]>["callsFake"]>[0];

const no = { message: "no", $metadata: {} };

/**
 * Every client of this process works on one pool without groups.
 * @param check throws where the caller may not make a call, such as `cognito-idp:ListUsers`
 */
export function fakeUserPool(id: string, check: (action: string) => void = () => undefined): FakeUserPool {
  const people = new Map<string, FakePerson>();
  const groups = new Set<string>();
  const mock = mockClient(CognitoIdentityProviderClient);
  const on = <Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: new (input: Input) => AwsCommand<Input, Output>,
    answer: Answer,
  ) =>
    mock.on(command).callsFake((input, getClient) => {
      check(`cognito-idp:${command.name.replace(/Command$/, "")}`);
      return answer(input, getClient);
    });
  const find = ({ UserPoolId, Username }: { UserPoolId: string; Username: string }): FakePerson => {
    if (UserPoolId !== id) throw new ResourceNotFoundException(no);
    const person = people.get(Username) ?? [...people.values()].find(({ subject }) => subject === Username);
    if (person === undefined) throw new UserNotFoundException(no);
    return person;
  };
  const inGroup = (name: string) => {
    if (!groups.has(name)) throw new ResourceNotFoundException(no);
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

  on(AdminCreateUserCommand, (input) => {
    if (input.MessageAction === "RESEND") {
      find(input).mailed.push(input.TemporaryPassword);
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
      mailed: [input.TemporaryPassword],
    };
    set(person, input.UserAttributes);
    people.set(input.Username, person);
    return {};
  });
  on(AdminGetUserCommand, (input) => {
    const { all: attributes, ...rest } = described(find(input));
    return { ...rest, UserAttributes: attributes };
  });
  on(AdminUpdateUserAttributesCommand, (input) => set(find(input), input.UserAttributes));
  on(AdminDeleteUserAttributesCommand, (input) => {
    for (const name of input.UserAttributeNames) find(input).attributes.delete(name);
  });
  on(AdminEnableUserCommand, (input) => {
    find(input).enabled = true;
  });
  on(AdminDisableUserCommand, (input) => {
    find(input).enabled = false;
  });
  on(AdminDeleteUserCommand, (input) => {
    people.delete(find(input).attributes.get("email") ?? "");
  });
  on(AdminAddUserToGroupCommand, (input) => void find(input).groups.add(inGroup(input.GroupName)));
  on(CreateGroupCommand, ({ GroupName }) => void groups.add(GroupName));
  on(AdminRemoveUserFromGroupCommand, (input) => void find(input).groups.delete(inGroup(input.GroupName)));
  on(AdminListGroupsForUserCommand, (input) => {
    // A page for each group.
    const groups = [...find(input).groups];
    const at = Number(input.NextToken ?? 0);
    const next = at + 1 < groups.length ? { NextToken: String(at + 1) } : {};
    return { Groups: groups.slice(at, at + 1).map((GroupName) => ({ GroupName })), ...next };
  });
  on(ListUsersCommand, ({ PaginationToken }) => {
    // A page for each person.
    const persons = [...people.values()];
    const at = Number(PaginationToken ?? 0);
    const Users = persons.slice(at, at + 1).map((person) => {
      const { all: Attributes, ...rest } = described(person);
      return { ...rest, Attributes };
    });
    return { Users, ...(at + 1 < persons.length ? { PaginationToken: String(at + 1) } : {}) };
  });
  return {
    restore: () => mock.restore(),
    people,
    signIn: (email) => {
      const person = people.get(email);
      if (person !== undefined) person.status = "CONFIRMED";
    },
  };
}
