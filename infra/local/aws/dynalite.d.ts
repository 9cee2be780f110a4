/** The part of dynalite that is used: it has no types of its own. */
declare module "dynalite" {
  import type { Server } from "node:http";

  function dynalite(options: {
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }): Server;
  export = dynalite;
}
