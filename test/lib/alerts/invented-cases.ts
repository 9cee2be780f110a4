/** Invented cases with a pending 24-hour notice, on the morning of 2026-03-10 in Mexico City. */

import type { NoticeCase } from "../../../lib/reports/brief/notice-reminder.ts";

export const NOTICE_CASE: NoticeCase = {
  subject: "notification#1#42#ZjOOie8SXfW--oXA",
  opened: "once",
  projectId: 1,
  kind: "notification",
  receivedAt: "2026-03-10T01:00:00.000Z",
};

/** When the notice of each is due. */
export const NOTICE_DUE = "2026-03-11T02:00:00.000Z";

function wallet(address: string): NoticeCase {
  const at = "2026-03-01T08:00:00.000Z";
  return {
    ...NOTICE_CASE,
    kind: "wallet",
    subject: `wallet#1#${address}#42161`,
    opened: at,
    address,
    chainId: "42161",
  };
}

export const WALLET_CASE = wallet("0x1111111111111111111111111111111111111111");
/** Of what looks like personal data in the place of an address. */
export const PERSONAL_WALLET_CASE = wallet("ana.invented@example.com");
