/** The template's resources on emulators, without what calls its functions: the bench calls them itself. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import { type Emulators, startEmulators } from "../../../infra/local/aws/emulators.ts";
import { environmentOf } from "../../../infra/local/lambda/functions.ts";
import { readOutputs, setSecrets } from "../../../infra/local/local-stack.ts";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { LOCAL_REGION } from "../../../infra/local/template/intrinsics.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import {
  bundleFolder,
  type EmulatedFunction,
  type Resources,
  readResources,
} from "../../../infra/local/template/resources.ts";
import { putItems } from "../../../lib/aws/tables/batch-write.ts";
import { resourcesIn, type StackOutputs } from "../../../lib/settings/outputs.ts";
import { assemble } from "../../support/assembly/assembled.ts";

/** Settings of the template by their dotted names, as `cdk -c` takes them. */
export type Context = Readonly<Record<string, unknown>>;

/** A function as Lambda starts it. */
export interface FunctionSetup {
  /** The folder of its bundle. */
  folder: string;
  environment: Record<string, string>;
  memoryMib: number;
}

const BATCH = 500;

export class BenchStack {
  readonly emulators: Emulators;
  readonly resources: Resources;
  readonly outputs: StackOutputs;
  readonly database: DynamoDBDocumentClient;
  readonly #assemblyFolder: string;
  readonly #service: string;

  private constructor(
    emulators: Emulators,
    { resources, outputs }: { resources: Resources; outputs: StackOutputs },
    assemblyFolder: string,
    service: string,
  ) {
    this.emulators = emulators;
    this.resources = resources;
    this.outputs = outputs;
    this.#assemblyFolder = assemblyFolder;
    this.#service = service;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    this.database = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region: LOCAL_REGION, credentials, endpoint: emulators.urls.dynamodb }),
      { marshallOptions: { removeUndefinedValues: true } },
    );
  }

  /** @param service the base URL of the risk service */
  static async start(context: Context = {}, service = "http://127.0.0.1:9/v1"): Promise<BenchStack> {
    const [{ folder, template }, emulators] = await Promise.all([assemble(context), startEmulators(1)]);
    const names = references(template, {
      sqs: emulators.urls.sqs,
      adapter: "http://127.0.0.1:9",
      // As long as API Gateway makes them: every alert holds it.
      desk: "https://abcdefghij.execute-api.us-east-1.amazonaws.com",
    });
    const resources = readResources(template, names);
    const outputs = readOutputs(template, names);
    await emulators.create(resources);
    const projects = outputs.Projects.map(({ id, mexico }) => ({ ...localProject(id), mexico }));
    setSecrets(emulators.secrets, outputs, projects);
    return new BenchStack(emulators, { resources, outputs }, folder, service);
  }

  async close(): Promise<void> {
    this.database.destroy();
    await this.emulators.close();
  }

  /** Tables, queues and secrets by what they are for. */
  get names() {
    return resourcesIn(this.outputs);
  }

  /** A function by its short name, such as `GetUser`. */
  function(shortName: string): FunctionSetup {
    const definition = functionIn(this.resources, shortName);
    const surroundings = { aws: this.emulators.urls, timeScale: 1, serviceBaseUrl: this.#service };
    return {
      folder: bundleFolder(definition, this.#assemblyFolder),
      environment: environmentOf(definition, surroundings),
      memoryMib: definition.properties.MemorySize,
    };
  }

  /** Puts `count` items into a table. */
  async fill(
    table: string | undefined,
    count: number,
    itemOf: (id: number) => Record<string, unknown>,
  ): Promise<void> {
    if (table === undefined) throw new Error("The template does not have a table that the bench fills.");
    const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH);
    const put = (from: number) => {
      const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => itemOf(from + index));
      return putItems(this.database, table, items);
    };
    await pMap(starts, put, { concurrency: 4 });
  }
}

/** The resources of the template, with names that lead nowhere. */
export async function templateResources(context: Context = {}): Promise<Resources> {
  const { template } = await assemble(context);
  return readResources(template, references(template, { sqs: "", adapter: "", desk: "" }));
}

export function functionIn({ functions }: Resources, shortName: string): EmulatedFunction {
  const definition = functions.find((candidate) => candidate.shortName === shortName);
  if (definition === undefined) throw new Error(`The template has no function ${shortName}.`);
  return definition;
}

/** Batch size of a function's queue, and its concurrency. */
export function batchesOf(resources: Resources, shortName: string): { size: number; concurrency: number } {
  const { name, arn } = functionIn(resources, shortName);
  const source = resources.eventSources.find(({ properties }) =>
    [name, arn].includes(properties.FunctionName),
  );
  if (source === undefined) throw new Error(`The template feeds nothing to ${shortName}.`);
  const { BatchSize, ScalingConfig } = source.properties;
  return { size: BatchSize, concurrency: ScalingConfig?.MaximumConcurrency ?? 1 };
}
