/** The provider's own store: it has no types of its own. */
declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  import type { AdapterConstructor } from "oidc-provider";

  /** @param clockTolerance in seconds */
  export function createMemoryAdapter(clockTolerance: number): AdapterConstructor;
}
