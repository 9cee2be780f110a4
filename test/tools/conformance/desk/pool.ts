/** A pool as a stack leaves it, with a group and an officer in it: to be taken over. */

import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  CreateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { groupOf, UNTIL_ATTRIBUTE } from "../../../../lib/settings/desk-groups.ts";
import { OFFICER, OWN } from "./cognito.ts";

/** @returns its id */
export async function poolWithOfficer(PoolName: string): Promise<string> {
  const cognito = new CognitoIdentityProviderClient({});
  const { UserPool } = await cognito.send(
    new CreateUserPoolCommand({
      PoolName,
      UsernameAttributes: ["email"],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ["email"],
      Schema: [{ Name: UNTIL_ATTRIBUTE, AttributeDataType: "String", Mutable: true }],
    }),
  );
  const UserPoolId = UserPool?.Id ?? "";
  const about = { UserPoolId, Username: OFFICER };
  await cognito.send(new CreateGroupCommand({ UserPoolId, GroupName: groupOf("officers", undefined) }));
  await cognito.send(
    new AdminCreateUserCommand({
      ...about,
      MessageAction: "SUPPRESS",
      UserAttributes: [
        { Name: "email", Value: OFFICER },
        { Name: "email_verified", Value: "true" },
      ],
    }),
  );
  await cognito.send(new AdminSetUserPasswordCommand({ ...about, Password: OWN, Permanent: true }));
  const GroupName = groupOf("officers", undefined);
  await cognito.send(new AdminAddUserToGroupCommand({ ...about, GroupName }));
  return UserPoolId;
}
