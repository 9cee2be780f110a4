/** A proxy before an emulator of AWS, which stops answering when a test wants it to. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "../../../infra/local/http/loopback.ts";

export interface HangingProxy {
  url: string;
  /** Calls get no answer at all, or one that begins and never ends. */
  hangs: "no" | "at once" | "in its answer";
  /** Every call so far, by its action. */
  calls: string[];
  close(): void;
}

/** @param emulator its URL */
export async function startHangingProxy(emulator: string): Promise<HangingProxy> {
  const server = createServer(async (request, response) => {
    const { headers, url = "/" } = request;
    proxy.calls.push(String(headers["x-amz-target"]).split(".").at(-1) ?? "");
    const body = await buffer(request);
    if (proxy.hangs === "at once") return;
    if (proxy.hangs === "in its answer") {
      response
        .writeHead(200, { "content-type": "application/x-amz-json-1.0", "content-length": 100 })
        .write("{");
      return;
    }
    const reply = await fetch(`${emulator}${url}`, { method: "POST", headers: signed(headers), body });
    const type = reply.headers.get("content-type") ?? "";
    response.writeHead(reply.status, { "content-type": type }).end(Buffer.from(await reply.arrayBuffer()));
  });
  const port = await listen(server, 0);
  const proxy: HangingProxy = {
    url: `http://127.0.0.1:${port}`,
    hangs: "no",
    calls: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

/** The headers that an emulator reads. */
function signed(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["authorization", "content-type", "x-amz-date", "x-amz-target"];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}
