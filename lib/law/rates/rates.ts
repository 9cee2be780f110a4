/** The Rates table: a day's value of a dollar in other currencies, as a person set it. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { RATES_KEY } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";

/** A rate as text: digits, exactly as they were set. */
export const rateText = z.string().check(
  z.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,10})?$/, { error: "expected a number such as 18.20" }),
  z.refine((text) => /[1-9]/.test(text), { error: "expected a number above 0" }),
);

const storedRate = z.object({ currency: z.string(), day: z.string(), rate: rateText });

/** Value of one dollar. */
export interface Rate {
  /** ISO 4217. */
  currency: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Units of the currency for one dollar, in digits. */
  rate: string;
}

export class RateStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Sets a rate, in place of what was there. */
  async set(rate: Rate): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#table, Item: { ...rate } }));
  }

  /** The rates of a currency on some days, the last day first. @param from `YYYY-MM-DD`, like `until` */
  async *between(currency: string, from: string, until: string): AsyncGenerator<Rate> {
    const items = queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#currency = :currency AND #day BETWEEN :from AND :until",
      ExpressionAttributeNames: { "#currency": RATES_KEY.partition, "#day": RATES_KEY.sort },
      ExpressionAttributeValues: { ":currency": currency, ":from": from, ":until": until },
      ScanIndexForward: false,
    });
    for await (const item of items) {
      const rate = storedRate.safeParse(item).data;
      if (rate !== undefined) yield rate;
    }
  }
}
