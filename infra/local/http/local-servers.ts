/** The three ports in a row: the signing proxy, the sandbox, and the adapter. */

import type { LocalEvents } from "../events.ts";
import { answerRequest, type GatewayOptions } from "./gateway.ts";
import { LocalServer } from "./local-server.ts";
import { assertFree } from "./loopback.ts";
import { type SigningOptions, signingProxy } from "./signing-proxy.ts";

/** What a local stack listens on for HTTP, but for its sandbox. */
export class LocalServers {
  readonly signingProxy: LocalServer;
  /** The HTTP API, exactly as deployed. */
  readonly adapter: LocalServer;
  /** For the sandbox; 0 for any free one. */
  readonly sandboxPort: number;

  private constructor(signingProxy: LocalServer, adapter: LocalServer, sandboxPort: number) {
    this.signingProxy = signingProxy;
    this.adapter = adapter;
    this.sandboxPort = sandboxPort;
  }

  /**
   * Starts listening; requests get 503 until {@link LocalServers.open}.
   * @param port the first of the three; 0 for any free ones
   * @throws {PortInUseError} for any of the three
   */
  static async listen(port: number, events: LocalEvents): Promise<LocalServers> {
    const open: LocalServer[] = [];
    try {
      const signingProxy = await LocalServer.listen("signing proxy", port, events);
      open.push(signingProxy);
      const adapter = await LocalServer.listen("adapter", port === 0 ? 0 : port + 2, events);
      open.push(adapter);
      if (port !== 0) await assertFree(port + 1);
      return new LocalServers(signingProxy, adapter, port === 0 ? 0 : port + 1);
    } catch (error) {
      await Promise.all(open.map((server) => server.close()));
      throw error;
    }
  }

  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, signing: SigningOptions): void {
    const answer: Parameters<LocalServer["open"]>[0] = (request) => answerRequest(request, gateway);
    this.adapter.open(answer);
    this.signingProxy.open(signingProxy(answer, signing));
  }

  /** Stops at once. */
  async close(): Promise<void> {
    await Promise.all([this.signingProxy.close(), this.adapter.close()]);
  }
}
