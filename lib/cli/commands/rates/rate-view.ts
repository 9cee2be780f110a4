/** How a rate looks in lists. */

import type { Rate } from "../../../rates/rates.ts";
import type { View } from "../../output/rows.ts";

export const rateView: View<Rate> = {
  columns: [
    { header: "day", value: ({ day }) => day },
    { header: "currency", value: ({ currency }) => currency },
    { header: "a dollar", value: ({ rate }) => rate, align: "right" },
  ],
  json: ({ day, currency, rate }) => ({ day, currency, rate }),
  csvHeader: ["day", "currency", "rate"],
  csvCells: ({ day, currency, rate }) => [day, currency, rate],
};
