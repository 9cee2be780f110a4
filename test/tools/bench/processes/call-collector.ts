/** Gathers what workers tell of their calls to AWS. */

import { awsCall } from "../environment/aws-calls.ts";
import { type AwsCall, CALLS_CHANNEL } from "./calls-channel.ts";

export class CallCollector {
  readonly made: AwsCall[] = [];
  readonly #channel = new BroadcastChannel(CALLS_CHANNEL);

  constructor() {
    this.#channel.onmessage = (event) => {
      this.made.push(awsCall.parse(Reflect.get(Object(event), "data")));
    };
  }

  /** Forgets what was told so far. */
  restart(): void {
    this.made.splice(0);
  }

  close(): void {
    this.#channel.close();
  }
}
