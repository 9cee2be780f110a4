import type { Settings } from "../lib/settings/settings.ts";
import type { Alerting } from "./alerting.ts";
import type { Logging } from "./constructs/function.ts";
import type { AdapterSecret } from "./constructs/secret.ts";
import type { AdapterApi } from "./http-api.ts";
import type { Records } from "./records.ts";

/** What the parts of a stack share; each part takes what it needs of it. */
export interface Core {
  settings: Settings;
  logging: Logging;
  inboundSecret: AdapterSecret;
  outboundSecret: AdapterSecret;
  records: Records;
  alerting: Alerting;
  api: AdapterApi;
}
