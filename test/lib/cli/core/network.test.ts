/** Which proxy a call goes through, by the variables of a shell. */

import { expect, test } from "vitest";
import { networkFrom, type Variables } from "../../../../lib/cli/core/network.ts";

const AWS = "https://sns.us-east-1.amazonaws.com/";

async function proxyFor(url: string, variables: Variables): Promise<string | undefined> {
  return (await networkFrom(variables, async () => undefined)).proxyFor(new URL(url));
}

test.each<[variables: Variables, proxy: string | undefined]>([
  [{}, undefined],
  [{ HTTPS_PROXY: "http://proxy.example:8080" }, "http://proxy.example:8080"],
  [{ https_proxy: "http://proxy.example:8080" }, "http://proxy.example:8080"],
  [{ https_proxy: "http://lower:1", HTTPS_PROXY: "http://upper:2" }, "http://lower:1"],
  [{ npm_config_https_proxy: "http://npm:1", HTTPS_PROXY: "http://shell:2" }, "http://npm:1"],
  [{ ALL_PROXY: "http://proxy.example:8080" }, "http://proxy.example:8080"],
  [{ HTTPS_PROXY: "proxy.example:8080" }, "http://proxy.example:8080"],
  [{ HTTPS_PROXY: "https://user:word@proxy.example" }, "https://proxy.example"],
  [{ HTTP_PROXY: "http://proxy.example:8080" }, undefined],
  [{ HTTPS_PROXY: "" }, undefined],
  // Node speaks to no other kind of proxy.
  [{ ALL_PROXY: "socks5://proxy.example:1080" }, undefined],
])("with %j AWS is called through %s", async (variables, proxy) => {
  expect(await proxyFor(AWS, variables)).toBe(proxy);
});

test.each([
  "*",
  "amazonaws.com",
  ".amazonaws.com",
  "*.amazonaws.com",
  "example.com, AMAZONAWS.COM",
  "sns.us-east-1.amazonaws.com",
  "sns.us-east-1.amazonaws.com:443",
])("with NO_PROXY=%s AWS is called directly", async (list) => {
  for (const name of ["NO_PROXY", "no_proxy", "npm_config_noproxy"])
    expect(await proxyFor(AWS, { HTTPS_PROXY: "http://proxy.example", [name]: list })).toBeUndefined();
});

test.each(["aws.com", "us-east-1.amazonaws.com.example", "sns.us-east-1.amazonaws.com:8443"])(
  "with NO_PROXY=%s it is not",
  async (list) => {
    const variables = { HTTPS_PROXY: "http://proxy.example", NO_PROXY: list };
    expect(await proxyFor(AWS, variables)).toBe("http://proxy.example");
  },
);

test.each([
  "http://127.0.0.1:3000/",
  "http://localhost:4566/",
  "http://[::1]:3000/",
  "https://sqs.localhost/",
])("%s is called directly, with any variables", async (url) => {
  const variables = { HTTP_PROXY: "http://proxy.example", HTTPS_PROXY: "http://proxy.example" };
  expect(await proxyFor(url, variables)).toBeUndefined();
});

test("the file of certificates is asked of the profile that the shell names", async () => {
  const profiles: string[] = [];
  const read = async (profile: string) => void profiles.push(profile);
  await networkFrom({}, read);
  await networkFrom({ AWS_PROFILE: "prod" }, read);
  // Nearer than the profile's.
  await networkFrom({ AWS_CA_BUNDLE: import.meta.filename }, read);
  expect(profiles).toEqual(["default", "prod"]);
});
