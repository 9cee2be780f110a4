/** A function under fuzz: its real bundle in a worker, with the environment that the template gives it. */

import { randomUUID } from "node:crypto";
import type { FunctionName } from "../../../infra/constructs/bundles.ts";
import { FunctionWorker, type WorkerOptions } from "../../../infra/local/lambda/function-worker.ts";
import { environmentOf } from "../../../infra/local/lambda/functions.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import { bundleFolder, readResources } from "../../../infra/local/template/resources.ts";
import { assemble } from "../../support/assembly/assembled.ts";
import type { AwsStub } from "./aws-stub.ts";
import { READS } from "./count-reads.ts";
import { checkCpu, FuzzError } from "./finding.ts";
import { PROJECTS } from "./signing.ts";
import { CANARY } from "./texts.ts";

/** Answer of a function. */
export interface Answer {
  result: unknown;
  /** Its output meanwhile. */
  printed: string;
  /** The most characters or bytes beyond its event that it read in one way. */
  read: number;
}

/** Longer is a hang: no body takes a second even on a machine that has much else to do. */
const HANG_MS = 10_000;

export class Subject {
  readonly #name: FunctionName;
  readonly #bundle: Omit<WorkerOptions, "onOutput" | "onEnd">;
  readonly #reads = new Float64Array(new SharedArrayBuffer(8 * READS.length));
  #worker: FunctionWorker | undefined;
  /** True after its first answer, which compiles what it runs. */
  #isWarm = false;
  #printed = "";

  private constructor(name: FunctionName, bundle: Pick<WorkerOptions, "folder" | "handler" | "environment">) {
    this.#name = name;
    const preload = `${import.meta.dirname}/count-reads.ts`;
    this.#bundle = { ...bundle, preload, preloadData: this.#reads, memoryMb: 1_024 };
  }

  /** The bundle of a function, and an environment in which every AWS service is `aws`. */
  static async start(name: FunctionName, aws: AwsStub): Promise<Subject> {
    const { template, folder } = await assemble({ projects: PROJECTS });
    const resources = readResources(template, references(template, { sqs: aws.url, adapter: aws.url }));
    const definition = resources.functions.find(({ shortName }) => shortName === name);
    if (definition === undefined) throw new Error(`The template has no function ${name}.`);
    // Alerts go out at a pace that would be most of what a campaign takes.
    const timeScale = name === "StoreNotifications" ? 1_000 : 1;
    const { url } = aws;
    const urls = { dynamodb: url, sqs: url, sns: url, secretsmanager: url, lambda: url };
    return new Subject(name, {
      folder: bundleFolder(definition, folder),
      handler: definition.properties.Handler,
      environment: environmentOf(definition, { aws: urls, timeScale, serviceBaseUrl: url }),
    });
  }

  /** @throws {FuzzError} where it fails, hangs, prints a stack trace or takes more CPU than its event explains */
  async call(event: unknown): Promise<Answer> {
    const worker = this.#running();
    await worker.loaded();
    this.#printed = "";
    this.#reads.fill(0);
    const text = JSON.stringify(event);
    const request = { id: randomUUID(), event: text, context: {} };
    const outcome = await worker.call(request, HANG_MS, "the call hangs");
    const printed = this.#printed;
    if (!outcome.ok)
      throw new FuzzError(
        `no reply: ${outcome.error.errorType} ${outcome.error.errorMessage}; printed: ${printed}`,
      );
    if (/\n\s+at |\\n\s+at |"stack"/.test(printed))
      throw new FuzzError(`printed a stack trace: ${printed.slice(0, 500)}`);
    if (this.#isWarm) await checkCpu(this.#name, text.length, outcome.cpuMs);
    this.#isWarm = true;
    const [parsed = 0, ...others] = this.#reads;
    // The runtime parses the event.
    return { result: JSON.parse(outcome.payload), printed, read: Math.max(parsed - text.length, ...others) };
  }

  async close(): Promise<void> {
    await this.#worker?.kill();
  }

  #running(): FunctionWorker {
    if (this.#worker?.usable === true) return this.#worker;
    this.#isWarm = false;
    this.#worker = new FunctionWorker({
      ...this.#bundle,
      onOutput: (text) => {
        this.#printed += text;
      },
      onEnd: () => {},
    });
    return this.#worker;
  }
}

/** @throws {FuzzError} where anything but the fields that may name what was sent holds it */
export function checkPrinted(printed: string, ...mayName: string[]): void {
  const rest = printed
    .split("\n")
    .map((line) =>
      line.startsWith("{")
        ? JSON.stringify(JSON.parse(line), (name, value) => (mayName.includes(name) ? undefined : value))
        : line,
    );
  if (rest.some((line) => line.includes(CANARY)))
    throw new FuzzError(`printed what was sent: ${printed.slice(0, 500)}`);
}
