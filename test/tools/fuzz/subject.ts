/** A function under fuzz: its real bundle in a worker, with the environment that the template gives it. */

import { randomUUID } from "node:crypto";
import type * as fc from "fast-check";
import type { FunctionName } from "../../../infra/bundles.ts";
import { environmentOf } from "../../../infra/local/lambda/function-environment.ts";
import { FunctionWorker, type Outcome } from "../../../infra/local/lambda/function-worker.ts";
import { assemble } from "../../../infra/local/template/assembly.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import { bundleFolder, readResources } from "../../../infra/local/template/resources.ts";
import type { AwsStub } from "./aws-stub.ts";
import { checkCpu } from "./checks/cpu.ts";

/** What became of a call. */
export interface Call {
  outcome: Outcome;
  /** What the function printed meanwhile. */
  printed: string;
}

/** Something that answers events. */
export interface Subject {
  call(event: unknown): Promise<Call>;
}

/** Longer is a hang: no body takes a second even on a machine that has much else to do. */
export const HANG_MS = 10_000;

/** What a worker is started with. */
export interface Bundle {
  name: FunctionName;
  folder: string;
  handler: string;
  environment: Record<string, string>;
}

/** The bundle of a function, and an environment in which every AWS service is `aws`. */
export async function bundleOf(name: FunctionName, aws: AwsStub): Promise<Bundle> {
  const { template, folder } = await assemble({});
  const resources = readResources(template, references(template, { sqs: aws.url, adapter: aws.url }));
  const definition = resources.functions.find(({ shortName }) => shortName === name);
  if (definition === undefined) throw new Error(`The template has no function ${name}.`);
  // Alerts go out at a pace that would be most of what a campaign takes.
  const timeScale = name === "StoreNotifications" ? 1_000 : 1;
  const urls = { dynamodb: aws.url, sqs: aws.url, sns: aws.url, secretsmanager: aws.url, lambda: aws.url };
  return {
    name,
    folder: bundleFolder(definition, folder),
    handler: definition.properties.Handler,
    environment: environmentOf(definition, { aws: urls, timeScale, serviceBaseUrl: aws.url }),
  };
}

/** A bundle in a worker; a call that hangs ends the worker, and the next one starts another. */
export class BundleSubject implements Subject {
  readonly #bundle: Bundle;
  readonly #hangMs: number;
  /** The longest that a call took, in milliseconds. */
  slowest = 0;
  #worker: FunctionWorker | undefined;
  /** Whether it has answered a call: the first one compiles what it runs. */
  #isWarm = false;
  #printed: string[] = [];

  constructor(bundle: Bundle, hangMs = HANG_MS) {
    this.#bundle = bundle;
    this.#hangMs = hangMs;
  }

  async call(event: unknown): Promise<Call> {
    const worker = this.#running();
    await worker.loaded();
    this.#printed = [];
    const start = performance.now();
    const request = { id: randomUUID(), event: JSON.stringify(event), context: {} };
    const outcome = await worker.call(request, this.#hangMs, "the call hangs");
    this.slowest = Math.max(this.slowest, performance.now() - start);
    if (this.#isWarm && outcome.ok) checkCpu(this.#bundle.name, request.event.length, outcome.cpuMs);
    this.#isWarm = true;
    return { outcome, printed: this.#printed.join("") };
  }

  async close(): Promise<void> {
    await this.#worker?.kill();
  }

  #running(): FunctionWorker {
    if (this.#worker?.usable === true) return this.#worker;
    this.#isWarm = false;
    const { name: _, ...bundle } = this.#bundle;
    this.#worker = new FunctionWorker({
      ...bundle,
      preload: undefined,
      preloadData: undefined,
      memoryMb: 1_024,
      onOutput: (text) => this.#printed.push(text),
      onEnd: () => {},
    });
    return this.#worker;
  }
}

/** A property with what it needs, started. */
export interface Target {
  property: fc.IAsyncProperty<unknown>;
  /** Whether a case takes so long that what is found is shown as it is, without looking for a smaller case. */
  isSlow?: true;
  /** What the number of runs does not say. */
  note?(): string;
  /** The longest that a call took so far, in milliseconds. */
  slowest(): number;
  /** What can only be judged when all cases are through; it throws a FuzzError. */
  afterwards?(): Promise<void>;
  close(): Promise<void>;
}
