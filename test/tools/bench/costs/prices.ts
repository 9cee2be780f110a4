/** AWS's list prices in us-east-1, in US dollars, without the free tier; each with the page it was taken from. */

/** The month that they are of. */
export const PRICES_OF = "2026-11";

const MILLION = 1_000_000;
const GB = 1_000_000_000;

/** https://aws.amazon.com/lambda/pricing/, arm64, the first 7.5 billion GB-seconds of a month. */
export const LAMBDA = { gbSecond: 0.000_013_333_4, request: 0.2 / MILLION };

/** https://aws.amazon.com/api-gateway/pricing/, HTTP APIs, the first 300 million of a month, for each 512 KB. */
export const HTTP_API = { request: 1 / MILLION };

/** https://aws.amazon.com/sqs/pricing/, standard queues, for each 64 KB. */
export const SQS = { request: 0.4 / MILLION };

/** https://aws.amazon.com/dynamodb/pricing/on-demand/, standard tables. Backups are charged for tables, not indexes. */
export const DYNAMODB = {
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  storedByteMonth: 0.25 / GB,
  /** Of a table of the class for infrequent access, whose calls cost a quarter more. */
  infrequentByteMonth: 0.1 / GB,
  recoverableByteMonth: 0.2 / GB,
};

/** https://aws.amazon.com/kms/pricing/; each of the first two rotations of a key adds as much again. */
export const KMS = { keyMonth: 1 };

/** https://aws.amazon.com/secrets-manager/pricing/ */
export const SECRETS = { secretMonth: 0.4, request: 0.05 / 10_000 };

/** https://aws.amazon.com/cloudwatch/pricing/; a log's line is charged with 26 bytes more than it has. */
export const CLOUDWATCH = {
  loggedByte: 0.5 / GB,
  keptByteMonth: 0.03 / GB,
  lineBytes: 26,
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
};

/** https://aws.amazon.com/eventbridge/pricing/, Scheduler. */
export const SCHEDULER = { invocation: 1 / MILLION };

/** https://aws.amazon.com/ec2/pricing/on-demand/, data transfer to the internet, the first 10 TB of a month. */
export const TRANSFER = { byteOut: 0.09 / GB };
