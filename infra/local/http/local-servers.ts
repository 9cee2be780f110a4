/** The three ports in a row: the rehearsal door, the sandbox, and the strict door. */

import type { LocalEvents } from "../events.ts";
import { answerRequest, type GatewayOptions } from "./gateway.ts";
import { LocalServer } from "./local-server.ts";
import { assertFree } from "./loopback.ts";
import { type RehearsalOptions, signOnEntry } from "./signing-proxy.ts";

/** The doors of a local stack. */
export class LocalServers {
  readonly rehearsal: LocalServer;
  readonly strict: LocalServer;
  /** For the sandbox; 0 for any free one. */
  readonly sandboxPort: number;

  private constructor(rehearsal: LocalServer, strict: LocalServer, sandboxPort: number) {
    this.rehearsal = rehearsal;
    this.strict = strict;
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
      const rehearsal = await LocalServer.listen("rehearsal", port, events);
      open.push(rehearsal);
      const strict = await LocalServer.listen("strict", port === 0 ? 0 : port + 2, events);
      open.push(strict);
      if (port !== 0) await assertFree(port + 1);
      return new LocalServers(rehearsal, strict, port === 0 ? 0 : port + 1);
    } catch (error) {
      await Promise.all(open.map((door) => door.close()));
      throw error;
    }
  }

  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, rehearsal: RehearsalOptions): void {
    const answer: Parameters<LocalServer["open"]>[0] = (request) => answerRequest(request, gateway);
    this.strict.open(answer);
    this.rehearsal.open(signOnEntry(answer, rehearsal));
  }

  /** Stops at once. */
  async close(): Promise<void> {
    await Promise.all([this.rehearsal.close(), this.strict.close()]);
  }
}
