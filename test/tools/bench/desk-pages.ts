/** Pages of the desk that are measured, by the names of their figures. */

/** Of the case of the same number. */
const NUMBER = 7;

export const DESK_PAGES = {
  inbox: "/",
  newest: "/?sort=received",
  decide: "/?sheet=decide",
  case: `/c/1.${NUMBER}`,
  caseInList: `/c/1.${NUMBER}?list=${encodeURIComponent("/")}`,
  user: `/u/u-${NUMBER}`,
  wallet: `/w/1.0x${String(NUMBER).padStart(40, "0")}`,
  month: "/month?month=2026-03",
  filing: "/month?month=2026-03&record=notice",
  board: "/board?to=2026-03",
  audit: "/audit",
  system: "/system",
  search: "/search?q=u-",
  wallets: "/wallets",
  notifications: "/notifications",
};
