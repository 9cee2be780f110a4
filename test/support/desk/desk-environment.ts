/** Environment of the desk's function: invented. */
export const DESK_VARIABLES = {
  STAGE: "prod",
  PROJECTS: '[{"id":1,"mexico":true}]',
  LANGUAGE: "es",
  TIME_ZONE: "America/Mexico_City",
  DESK_URL: "https://desk.example",
  RETENTION_YEARS: "5",
  DEADLINES: "[]",
  CURRENCIES: "[]",
  ALERT_ABOVE: "60",
  ALERTS_TOPIC_ARN: "arn:alerts",
  SUBSCRIBERS: '{"alerts":{"emails":[],"slack":true},"operations":{"emails":[],"slack":false}}',
  OIDC_ISSUER: "",
  OIDC_CLIENT_ID: "",
  OIDC_VERIFIED_EMAIL: "true",
  OIDC_GROUP_NAMES: "{}",
  ...Object.fromEntries(
    (
      "DESK_SESSIONS_TABLE CASES_TABLE NOTIFICATIONS_TABLE ALERTS_TABLE WALLETS_TABLE WALLET_SCANS_TABLE SCAN_RUNS_TABLE " +
      "CHAINS_TABLE RATES_TABLE START_SCAN_FUNCTION WEBHOOK_DLQ_URL SCAN_DLQ_URL OIDC_SCOPE OIDC_GROUPS_CLAIM OPERATIONS_TOPIC_ARN"
    )
      .split(" ")
      .map((name) => [name, "x"]),
  ),
};
