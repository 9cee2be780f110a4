/** Notifications as CSV. */

import { exactUnits } from "../../i18n/text/amounts.ts";
import { type CsvFields, csvForm } from "../../i18n/text/csv.ts";
import { nameOf } from "./notification-keys.ts";
import type { ListedNotification } from "./notification-schema.ts";

/** The fields of a notification in a list for programs. */
export const notificationFields = {
  projectId: (notification) => notification.projectId,
  id: (notification) => notification.id,
  kind: (notification) => notification.kind,
  risk: (notification) => notification.risk,
  riskNow: (notification) => notification.riskNow,
  chainId: (notification) => notification.chainId,
  userId: (notification) => notification.userId,
  address: (notification) => notification.address?.address,
  txHash: (notification) => notification.txHash,
  timestamp: (notification) => notification.timestamp,
  receivedAt: (notification) => notification.receivedAt,
  amount: (notification) => notification.amount?.value,
  units: ({ amount, token }) => (amount && token ? exactUnits(amount.value, token.decimals) : undefined),
  usd: (notification) => notification.amount?.usd,
  symbol: (notification) => notification.token?.symbol,
  decimals: (notification) => notification.token?.decimals,
  laws: (notification) =>
    notification.laws.map(({ name, countryCode, risk }) => `${countryCode} ${name} (${risk})`).join("; "),
  lawCount: (notification) => notification.lawCount ?? notification.laws.length,
  message: (notification) => notification.message,
  alert: (notification) => notification.alert.state,
  alertAt: (notification) => notification.alert.at,
  alertId: (notification) => notification.alert.id,
  key: nameOf,
} satisfies CsvFields<ListedNotification>;

export const notificationCsv = csvForm<ListedNotification>(notificationFields);
