/** The three ports in a row: the rehearsal door, the sandbox, and the strict door. */

import { Door } from "./door.ts";
import type { LocalEvents } from "./events.ts";
import { answerRequest, type GatewayOptions } from "./gateway.ts";
import { assertFree } from "./loopback.ts";
import { type RehearsalOptions, rehearse } from "./rehearsal.ts";

/** The doors of a local stack. */
export class Doors {
  readonly rehearsal: Door;
  readonly strict: Door;
  /** For the sandbox; 0 for any free one. */
  readonly sandboxPort: number;

  private constructor(rehearsal: Door, strict: Door, sandboxPort: number) {
    this.rehearsal = rehearsal;
    this.strict = strict;
    this.sandboxPort = sandboxPort;
  }

  /**
   * Starts listening; requests get 503 until {@link Doors.open}.
   * @param port the first of the three; 0 for any free ones
   * @throws {PortInUse} for any of the three
   */
  static async listen(port: number, events: LocalEvents): Promise<Doors> {
    const open: Door[] = [];
    try {
      const rehearsal = await Door.listen("rehearsal", port, events);
      open.push(rehearsal);
      const strict = await Door.listen("strict", port === 0 ? 0 : port + 2, events);
      open.push(strict);
      if (port !== 0) await assertFree(port + 1);
      return new Doors(rehearsal, strict, port === 0 ? 0 : port + 1);
    } catch (error) {
      await Promise.all(open.map((door) => door.close()));
      throw error;
    }
  }

  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, rehearsal: RehearsalOptions): void {
    const answer: Parameters<Door["open"]>[0] = (request) => answerRequest(request, gateway);
    this.strict.open(answer);
    this.rehearsal.open(rehearse(answer, rehearsal));
  }

  /** Stops at once. */
  async close(): Promise<void> {
    await Promise.all([this.rehearsal.close(), this.strict.close()]);
  }
}
