/** An emulated DynamoDB on a free port of this machine. */

import { bodyOf, dynaliteServer } from "../../infra/local/aws/dynalite-server.ts";

export interface Emulator {
  url: string;
  config: {
    endpoint: string;
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
  stop(): Promise<void>;
}

/** Starts it empty, in memory; tables are ready a moment after they were made. */
export async function startDynamo(): Promise<Emulator> {
  const { server, answer } = dynaliteServer({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.on("request", async (request, reply) => {
    const body = await bodyOf(request);
    if (body !== undefined) answer(request, body, reply);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : ""}`;
  return {
    url,
    config: {
      endpoint: url,
      region: "us-east-1",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  };
}
