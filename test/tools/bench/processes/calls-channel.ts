/** How a function's process reports its calls to AWS to the bench. */

/** The channel through which workers report. */
export const CALLS_CHANNEL = "vigia-bench-calls";

/** A call: `action` as in `DynamoDB_20120810.PutItem`; of a query the answer too. */
export interface AwsCall {
  action: string;
  body: string;
  answer?: string | undefined;
}
