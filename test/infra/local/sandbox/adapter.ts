/** An adapter's place taken by a server that notes what it is called with. */

import { parseObject } from "../../../../lib/contract/exact-json.ts";
import { canonicalBody, NO_BODY, signatureFits, signedMessage } from "../../../../lib/contract/signature.ts";
import { type ReceivedRequest, recordingServer } from "../../../support/servers/recording-server.ts";

/** An adapter that answers look-ups with a record, and webhooks with these statuses in turn; the last one stays. */
export async function adapter(webhookStatuses: readonly number[] = [200], userStatus = 200) {
  let posts = 0;
  const { url, requests: calls } = await recordingServer((response, _, { method }) => {
    if (method === "GET") response.writeHead(userStatus).end('{"givenName":"Canary Person"}');
    else
      response.writeHead(webhookStatuses[posts++] ?? webhookStatuses.at(-1) ?? 200).end('{"success":true}');
  });
  return { url, calls };
}

/** Reports whether a call's signature fits, in the usual headers. */
export function isSigned({ method, path, headers, body }: ReceivedRequest, secret: string): boolean {
  const canonical = body === "" ? NO_BODY : canonicalBody(parseObject(body));
  const timestamp = String(headers["x-wavynode-timestamp"]);
  return signatureFits(
    String(headers["x-wavynode-hmac"]),
    signedMessage({ method, path, canonicalBody: canonical, timestamp }),
    secret,
  );
}
