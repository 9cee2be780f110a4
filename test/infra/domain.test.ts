/** The API under a domain of the company's own. */

import { expect, test } from "vitest";
import { resourceOf, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000";
const own = synthesize({
  api: { domainName: "vigia.company.example", certificateArn: CERTIFICATE },
});
const plain = synthesize();

test("the domain has both endpoints, and the outputs say so", () => {
  expect(resourceOf(own, "AWS::ApiGatewayV2::DomainName", "ApiDomain")).toMatchObject({
    DomainName: "vigia.company.example",
    DomainNameConfigurations: [
      { CertificateArn: CERTIFICATE, EndpointType: "REGIONAL", SecurityPolicy: "TLS_1_2" },
    ],
  });
  const [mapping, ...others] = [...resourcesOf(own, "AWS::ApiGatewayV2::ApiMapping").values()];
  expect(others).toEqual([]);
  // The signature covers the path as it is called: nothing may stand before it.
  expect(mapping?.Properties).not.toHaveProperty("ApiMappingKey");
  expect(targetOf(mapping?.Properties["DomainName"])).toBe("ApiDomain");
  expect(own.Outputs).toMatchObject({
    ApiUrl: { Value: "https://vigia.company.example" },
    WebhookUrl: { Value: "https://vigia.company.example/webhook" },
    UserLookupUrl: { Value: "https://vigia.company.example/users/{userId}" },
  });
  expect(Object.keys(own.Outputs)).toEqual(expect.arrayContaining(["DomainTarget", "DomainHostedZoneId"]));
});

test("the API's own address is closed then, unless it is kept while callers move, and open otherwise", () => {
  const api = (template: typeof own) => resourceOf(template, "AWS::ApiGatewayV2::Api", "Api");
  expect(api(own)["DisableExecuteApiEndpoint"]).toBe(true);
  const moving = synthesize({
    api: { domainName: "vigia.company.example", certificateArn: CERTIFICATE, keepOwnAddress: true },
  });
  expect(api(moving)["DisableExecuteApiEndpoint"]).toBe(false);
  expect(api(plain)).not.toHaveProperty("DisableExecuteApiEndpoint");
  expect(Object.keys(plain.Outputs)).not.toContain("DomainTarget");
});
