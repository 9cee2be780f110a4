import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { parseObject } from "../../lib/contract/exact-json.ts";
import { canonicalBody, NO_BODY, sign } from "../../lib/contract/signature.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/http-api.md"), "utf8");
const ANSWER = /^\| `(GET|POST) (\S+)` \| (?:`(.+)`)? ?\| `(\S{44})` \|$/gm;
const TIMESTAMP = "1757050233763";
const SECRET = "not-a-real-secret-0123456789abcd";

const answers = [...PAGE.matchAll(ANSWER)].map(([, method = "", path = "", body, signature]) => ({
  method,
  path,
  body,
  signature,
}));

it("signs as the known answers of the page say", () => {
  expect(answers).toHaveLength(5);
  for (const { method, path, body, signature } of answers) {
    const canonical = body === undefined ? NO_BODY : canonicalBody(parseObject(body));
    expect(sign({ method, path, canonicalBody: canonical, timestamp: TIMESTAMP }, SECRET)).toBe(signature);
  }
});

it("shows JavaScript that makes the same signatures", () => {
  const [, code = ""] = /```js\nimport [^\n]*\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const computed = runInNewContext(
    `${code}; answers.map((a) => signature(a.method, a.path, a.body, ${JSON.stringify(TIMESTAMP)}, ${JSON.stringify(SECRET)}))`,
    { createHmac, answers },
  );
  expect(computed).toEqual(answers.map(({ signature }) => signature));
});
