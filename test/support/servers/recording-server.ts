/** A server that notes every request, for as long as a test takes. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { listen } from "../../../infra/local/http/loopback.ts";

/** A request as it came. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers the request whose number, from 0, is given. */
export type Answerer = (response: ServerResponse, number: number, request: ReceivedRequest) => void;

export async function recordingServer(answer: Answerer) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    answer(response, requests.length - 1, received);
  });
  const port = await listen(server, 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, requests };
}
