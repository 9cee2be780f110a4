import type { Figure, SectionName } from "../figure.ts";

/** Measures a section; it loads only what that section needs. */
export async function measure(section: SectionName): Promise<Figure[]> {
  switch (section) {
    case "bundle":
      return (await import("./bundle.ts")).measureBundles();
    case "load":
      return (await import("./load.ts")).measureLoading();
    case "webhook":
      return (await import("./webhook.ts")).measureWebhook();
    case "item":
      return (await import("./item.ts")).measureItems();
    case "pipeline":
      return (await import("./pipeline.ts")).measurePipeline();
    case "scan":
      return (await import("./scan.ts")).measureScan();
    case "query":
      return (await import("./query.ts")).measureQueries();
    case "desk":
      return (await import("./desk.ts")).measureDesk();
    case "cost":
      return (await import("../costs/cost.ts")).measureCost();
  }
}
