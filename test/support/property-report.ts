/** A property that fails says first what does not hold, and below it for which input and how that one is tried again. */

import * as fc from "fast-check";

fc.configureGlobal({
  reporter: (details) => {
    if (!details.failed) return;
    const { errorInstance } = details;
    const broken = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    throw new Error(`${broken}\n\n${fc.defaultReportMessage(details)}`, { cause: errorInstance });
  },
});
