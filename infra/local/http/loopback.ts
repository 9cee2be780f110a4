/** Keeps what listens on this machine to this machine: loopback addresses only. */

import { createServer, type Server } from "node:http";

/** A port that something else listens on. */
export class PortInUseError extends Error {
  override name = "PortInUseError";
  constructor(port: number) {
    super(
      `Port ${port} is in use: stop what listens there, or set PORT to the first of five free ports in a row, as in PORT=4000 npm start.`,
    );
  }
}

/** Time to keep an idle connection, in milliseconds: longer than clients pause, and no longer than a process has files for. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Listens on 127.0.0.1.
 * @param port 0 for any free one
 * @returns the port
 * @throws {PortInUseError}
 */
export function listen(server: Server, port: number, host = "127.0.0.1"): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "EADDRINUSE" ? new PortInUseError(port) : error),
    );
    server.listen({ port, host }, () => {
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * Listens on ::1 too where the machine has IPv6, so that `localhost` works with both of its addresses.
 * @throws {PortInUseError} a browser or curl would reach the other program by `localhost`
 */
export async function listenOnIpv6(server: Server, port: number): Promise<void> {
  await listen(server, port, "::1").catch((error: unknown) => {
    if (error instanceof PortInUseError) throw error;
  });
}

/**
 * Checks that nothing listens on a port yet.
 * @throws {PortInUseError}
 */
export async function assertFree(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port);
  await closeServer(server);
}

/** Stops listening, and cuts what is connected. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
