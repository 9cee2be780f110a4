/** Notifications as CSV. */

import { exactUnits } from "../../i18n/text/amounts.ts";
import { type CsvFields, csvForm } from "../../i18n/text/csv.ts";
import { nameOf } from "./notification-keys.ts";
import type { ListedNotification } from "./notification-schema.ts";

/** What a list for programs says of a notification. */
export const notificationFields = {
  projectId: (one) => one.projectId,
  id: (one) => one.id,
  kind: (one) => one.kind,
  risk: (one) => one.risk,
  riskNow: (one) => one.riskNow,
  chainId: (one) => one.chainId,
  userId: (one) => one.userId,
  address: (one) => one.address?.address,
  txHash: (one) => one.txHash,
  timestamp: (one) => one.timestamp,
  receivedAt: (one) => one.receivedAt,
  amount: (one) => one.amount?.value,
  units: ({ amount, token }) => (amount && token ? exactUnits(amount.value, token.decimals) : undefined),
  usd: (one) => one.amount?.usd,
  symbol: (one) => one.token?.symbol,
  decimals: (one) => one.token?.decimals,
  laws: (one) => one.laws.map(({ name, countryCode, risk }) => `${countryCode} ${name} (${risk})`).join("; "),
  lawCount: (one) => one.lawCount ?? one.laws.length,
  message: (one) => one.message,
  alert: (one) => one.alert.state,
  alertAt: (one) => one.alert.at,
  alertId: (one) => one.alert.id,
  key: nameOf,
} satisfies CsvFields<ListedNotification>;

export const notificationCsv = csvForm<ListedNotification>(notificationFields);
