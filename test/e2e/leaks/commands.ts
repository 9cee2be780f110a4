/** The commands that see secrets and personal data, in good order and in bad. */

import { makePlace } from "../../lib/cli/support/test-context.ts";
import { HOOK_SECRET, LONG_NUMBER, RECORD, TYPED_SECRET, UNSIGNED_BODY, WRONG_SECRET } from "./canaries.ts";
import type { LeakStack } from "./leak-stack.ts";

const { givenName, email, mexico, address } = RECORD;

/** Lines of which none can be loaded, each in another way. */
const REFUSED_JSON = [
  JSON.stringify({ ...RECORD, userId: "u-1", birthdate: givenName }),
  JSON.stringify({ ...RECORD, userId: `50% of ${email}` }),
  JSON.stringify({ ...RECORD, userId: "u-2", address: { [mexico.curp]: address.street } }),
  JSON.stringify({ ...RECORD, userId: "u-3", phoneNumber: LONG_NUMBER }),
  `{"userId":"u-4","givenName":"${givenName}`,
  `"${email}"`,
  JSON.stringify([RECORD]),
].join("\n");

const REFUSED_CSV = [
  "userId,givenName,birthdate,email,address.city",
  `u-1,${givenName},${RECORD.birthdate},${email},${address.city},${address.street}`,
  `u-2,"${givenName}`,
].join("\n");

const WRONG_COLUMNS = `userId,${givenName}\nu-1,${email}`;

const REFUSED_WALLETS = JSON.stringify({
  projectId: 1,
  chainId: email,
  address: givenName,
  description: address.street,
});

const CAPTURE = `POST /webhook HTTP/1.1\r\nx-wavynode-hmac: ${WRONG_SECRET}\r\nx-wavynode-timestamp: 1\r\n\r\n{"a":"${UNSIGNED_BODY}"}`;

/** Runs them all, and notes what they print. */
export async function commands(leaks: LeakStack): Promise<void> {
  const place = await makePlace(leaks.endpoints);
  const run = async (line: string, secret?: string) => {
    const options = { now: Date.now(), ...(secret === undefined ? {} : { secret }) };
    const { code, out, err } = await place.vigia(line.split(" "), options);
    leaks.note(`vigia ${line}, which ended with ${code}`, `${out}\n${err}`);
  };
  try {
    await place.file("users.jsonl", REFUSED_JSON);
    await place.file("users.csv", REFUSED_CSV);
    await place.file("columns.csv", WRONG_COLUMNS);
    await place.file("wallets.jsonl", REFUSED_WALLETS);
    await place.file("request.txt", CAPTURE);
    await place.file("body.json", `{"a":"${UNSIGNED_BODY}"}`);
    for (const file of ["users.jsonl", "users.csv", "columns.csv"]) {
      await run(`users import ${file}`);
      await run(`users import ${file} --dry-run`);
    }
    for (const line of [
      "users get u-corrupt",
      "users get u-long",
      "users get nobody",
      "users delete u-corrupt --yes",
      "wallets import wallets.jsonl",
      "verify request.txt",
      "sign POST /webhook body.json",
      "secrets list",
      "secrets list --format jsonl",
      "doctor",
      "trigger warn",
      "notifications list",
      "notifications list --kind quarantined",
      "scan status",
      "dlq list",
    ])
      await run(line);
    await run("secrets rotate --kind api-key --project 2", TYPED_SECRET);
    await run("secrets set --kind webhook --project 2", TYPED_SECRET);
    await run(`secrets set --kind webhook --project 2 ${HOOK_SECRET.toLowerCase()}`);
  } finally {
    await place.remove();
  }
}
