/** The service asks for a user: GET /users/{userId}, the Users table and the key of the personal data. */

import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { QueryDefinition, QueryString, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { TABLE_SHAPES } from "../lib/aws/tables/table-shapes.ts";
import type { getUserEnv } from "../lib/settings/env.ts";
import { LOG_TERMS, type Settings } from "../lib/settings/settings.ts";
import { allowing } from "./constructs/allowing.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { AdapterTable, takenOver, type UsedTable } from "./constructs/table.ts";
import type { Core } from "./core.ts";
import { inboundVariables } from "./variables.ts";

export class UserLookup {
  readonly users: UsedTable;
  readonly getUser: AdapterFunction<typeof getUserEnv>;
  readonly writerPolicy: ManagedPolicy;
  readonly #key: IKey;

  constructor(scope: Construct, { settings, api, inboundSecret, logging }: Core) {
    this.#key = personalDataKey(scope, settings);
    this.users =
      takenOver(scope, "Users", settings.tables.users) ??
      new AdapterTable(scope, "Users", { shape: TABLE_SHAPES.users, encryptionKey: this.#key });

    this.getUser = new AdapterFunction<typeof getUserEnv>(scope, "GetUser", {
      environment: { ...inboundVariables(settings, inboundSecret), USERS_TABLE: this.users.tableName },
      description: "Answers the risk service's look-up of a user",
      timeout: Duration.seconds(10),
      memoryMiB: 512,
      logging,
      // The log is the audit trail of who was given what about whom.
      logKept: retentionOfYears(settings.retentionYears),
    });
    this.getUser.allow(["dynamodb:GetItem"], this.users.tableArn);
    this.getUser.allowKey(this.#key, "dynamodb", ["kms:Decrypt"]);
    this.getUser.allow(["secretsmanager:GetSecretValue"], inboundSecret.secretArn);
    api.route(HttpMethod.GET, "/users/{userId}", this.getUser);
    new QueryDefinition(scope, "LookUpAudit", {
      queryDefinitionName: `${Stack.of(scope).stackName}/user look-ups`,
      queryString: new QueryString({
        fields: ["timestamp", "projectId", "userId", "found", "shown"],
        filterStatements: ['message = "user look-up"'],
        sort: "timestamp desc",
        limit: 1000,
      }),
      logGroups: [this.getUser.logs],
    });

    this.writerPolicy = this.#writerPolicy(scope);
  }

  /** For the company's own backend: it may write users and delete them, and reads none back. */
  #writerPolicy(scope: Construct): ManagedPolicy {
    return new ManagedPolicy(scope, "UserWriter", {
      description: "Writes and deletes users in Vigia, and reads none",
      statements: [
        // Every other way to write can answer with the item that was there, also where its condition fails.
        allowing(["dynamodb:BatchWriteItem"], this.users.tableArn),
        this.keyUse(),
      ],
    });
  }

  /** Permissions that every reader and writer of the table needs with its key: DynamoDB's documentation lists them. */
  keyUse(): PolicyStatement {
    return new PolicyStatement({
      actions: ["kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"],
      resources: [this.#key.keyArn],
      conditions: {
        StringEquals: { "kms:ViaService": `dynamodb.${this.users.stack.region}.amazonaws.com` },
      },
    });
  }
}

/** A Users table that is taken over comes with the key that encrypts it. */
function personalDataKey(scope: Construct, { tables }: Settings): IKey {
  if (tables.usersKeyArn !== undefined) return Key.fromKeyArn(scope, "PersonalDataKey", tables.usersKeyArn);
  return new Key(scope, "PersonalDataKey", {
    description: "Vigia: the Users table",
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}

/** The shortest term that is not shorter than `years`; for ever beyond the longest. */
function retentionOfYears(years: number): RetentionDays {
  return LOG_TERMS.find((days) => days >= Math.ceil(years * 365.25)) ?? RetentionDays.INFINITE;
}
