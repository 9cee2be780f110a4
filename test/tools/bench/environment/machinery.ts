/** The template's resources on emulators, without anything that calls its functions: the bench does that itself. */

import { Emulators } from "../../../../infra/local/aws/emulators.ts";
import { secretDocuments } from "../../../../infra/local/aws/local-secrets.ts";
import { LocalEvents } from "../../../../infra/local/events.ts";
import { environmentOf } from "../../../../infra/local/lambda/function-environment.ts";
import { localProject } from "../../../../infra/local/sandbox/local-projects.ts";
import { assemble } from "../../../../infra/local/template/assembly.ts";
import { readOutputs } from "../../../../infra/local/template/outputs.ts";
import { references } from "../../../../infra/local/template/resource-names.ts";
import {
  bundleFolder,
  type EmulatedTable,
  type Resources,
  readResources,
} from "../../../../infra/local/template/resources.ts";
import { resourcesIn, type StackOutputs } from "../../../../lib/settings/outputs.ts";

/** A function as it would be started. */
export interface FunctionSetup {
  /** The folder of its bundle. */
  folder: string;
  environment: Record<string, string>;
  memoryMib: number;
}

export class Machinery {
  readonly emulators: Emulators;
  readonly resources: Resources;
  readonly outputs: StackOutputs;
  readonly #assemblyFolder: string;
  readonly #service: string;

  private constructor(
    emulators: Emulators,
    resources: Resources,
    outputs: StackOutputs,
    assemblyFolder: string,
    service: string,
  ) {
    this.emulators = emulators;
    this.resources = resources;
    this.outputs = outputs;
    this.#assemblyFolder = assemblyFolder;
    this.#service = service;
  }

  /** @param service the base URL of the risk service, @param context settings, as `cdk` takes them */
  static async start(
    service = "http://127.0.0.1:9/v1",
    context: Readonly<Record<string, unknown>> = {},
  ): Promise<Machinery> {
    const [{ folder, template }, emulators] = await Promise.all([
      assemble(context),
      Emulators.start(1, new LocalEvents()),
    ]);
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
    const { inboundDocument, outboundDocument } = secretDocuments(projects);
    emulators.secrets.create(outputs.InboundSecretArn, JSON.stringify(inboundDocument));
    emulators.secrets.create(outputs.OutboundSecretArn, JSON.stringify(outboundDocument));
    return new Machinery(emulators, resources, outputs, folder, service);
  }

  close(): Promise<void> {
    return this.emulators.close();
  }

  /** Tables, queues and secrets by what they are for. */
  get names() {
    return resourcesIn(this.outputs);
  }

  /** A table's definition. */
  table(name: string): EmulatedTable {
    const found = this.resources.tables.find((table) => table.name === name);
    if (found === undefined) throw new Error(`The template has no table ${name}.`);
    return found;
  }

  /** A function by its short name, such as `GetUser`. */
  function(shortName: string): FunctionSetup {
    const found = this.resources.functions.find((one) => one.shortName === shortName);
    if (found === undefined) throw new Error(`The template has no function ${shortName}.`);
    const surroundings = { aws: this.emulators.urls, timeScale: 1, serviceBaseUrl: this.#service };
    return {
      folder: bundleFolder(found, this.#assemblyFolder),
      environment: environmentOf(found, surroundings),
      memoryMib: found.properties.MemorySize,
    };
  }
}
