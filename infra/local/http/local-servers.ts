/** The four ports in a row: the signing proxy, the sandbox, the adapter, and the desk. */

import { isToThisMachine } from "../../../lib/platform/local-call.ts";
import type { LocalEvents } from "../events.ts";
import { answerRequest, type GatewayOptions } from "./gateway.ts";
import type { GatewayRequest } from "./gateway-event.ts";
import { LocalServer } from "./local-server.ts";
import { assertFree } from "./loopback.ts";
import { type SigningOptions, signingProxy } from "./signing-proxy.ts";

/** What a local stack listens on for HTTP, but for its sandbox. */
export class LocalServers {
  readonly signingProxy: LocalServer;
  /** The HTTP API, exactly as deployed. */
  readonly adapter: LocalServer;
  /** The API of the desk; 404 for everything where there is none. */
  readonly desk: LocalServer;
  /** For the sandbox; 0 for any free one. */
  readonly sandboxPort: number;

  private constructor(
    signingProxy: LocalServer,
    adapter: LocalServer,
    desk: LocalServer,
    sandboxPort: number,
  ) {
    this.signingProxy = signingProxy;
    this.adapter = adapter;
    this.desk = desk;
    this.sandboxPort = sandboxPort;
  }

  /**
   * Starts listening; requests get 503 until {@link LocalServers.open}.
   * @param port the first of the four; 0 for any free ones
   * @throws {PortInUseError} for any of the four
   */
  static async listen(port: number, events: LocalEvents): Promise<LocalServers> {
    const open: LocalServer[] = [];
    try {
      const signingProxy = await LocalServer.listen("signing proxy", port, events);
      open.push(signingProxy);
      const adapter = await LocalServer.listen("adapter", port === 0 ? 0 : port + 2, events);
      open.push(adapter);
      const desk = await LocalServer.listen("desk", port === 0 ? 0 : port + 3, events, isToThisMachine);
      open.push(desk);
      if (port !== 0) await assertFree(port + 1);
      return new LocalServers(signingProxy, adapter, desk, port === 0 ? 0 : port + 1);
    } catch (error) {
      await Promise.all(open.map((server) => server.close()));
      throw error;
    }
  }

  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, signing: SigningOptions): void {
    const answering = (desk: boolean) => {
      const routes = gateway.routes.filter((route) => (route.desk ?? false) === desk);
      return (request: GatewayRequest) => answerRequest(request, { ...gateway, routes });
    };
    this.adapter.open(answering(false));
    this.signingProxy.open(signingProxy(answering(false), signing));
    this.desk.open(answering(true));
  }

  /** Stops at once. */
  async close(): Promise<void> {
    await Promise.all([this.signingProxy.close(), this.adapter.close(), this.desk.close()]);
  }
}
