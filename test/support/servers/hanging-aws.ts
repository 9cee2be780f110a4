/** An AWS that stops answering when a test wants it to, and answers Secrets Manager and SQS otherwise. */

import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../../../infra/local/http/loopback.ts";

export interface HangingAws {
  url: string;
  /** Calls get no answer at all, or one that begins and never ends. */
  hangs: "no" | "at once" | "in its answer";
  /** Every call so far, by its action. */
  calls: string[];
  close(): void;
}

export async function startHangingAws(secretString = "{}"): Promise<HangingAws> {
  const server = createServer(async (request, response) => {
    const action = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    aws.calls.push(action);
    const body = JSON.parse(await text(request));
    if (aws.hangs === "at once") return;
    if (aws.hangs === "in its answer") {
      response
        .writeHead(200, { "content-type": "application/x-amz-json-1.0", "content-length": 100 })
        .write("{");
      return;
    }
    answer(response, action, body, secretString);
  });
  const port = await listen(server, 0);
  const aws: HangingAws = {
    url: `http://127.0.0.1:${port}`,
    hangs: "no",
    calls: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return aws;
}

function answer(response: ServerResponse, action: string, body: unknown, secretString: string): void {
  const sent = String(Reflect.get(Object(body), "MessageBody"));
  const result =
    action === "GetSecretValue"
      ? { SecretString: secretString }
      : { MessageId: "m", MD5OfMessageBody: createHash("md5").update(sent).digest("hex") };
  response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(result));
}
