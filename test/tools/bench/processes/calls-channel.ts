/** How a function's process tells the bench of its calls to AWS. */

/** The channel through which workers tell. */
export const CALLS_CHANNEL = "vigia-bench-calls";

/** A call: `action` as in `DynamoDB_20120810.PutItem`; of a query the answer too. */
export interface AwsCall {
  action: string;
  body: string;
  answer?: string | undefined;
}
