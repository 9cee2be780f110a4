import { describe, expect, it } from "vitest";
import { references } from "../../../../infra/local/template/resource-names.ts";
import { readResources } from "../../../../infra/local/template/resources.ts";
import { wholeTemplate } from "../../../../infra/local/template/template.ts";

const addresses = { sqs: "http://127.0.0.1:1", adapter: "http://127.0.0.1:2" };

function read(resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>) {
  const parsed = wholeTemplate({ Resources: resources });
  return readResources(parsed, references(parsed, addresses));
}

const queue = { Type: "AWS::SQS::Queue" };
const lambda = {
  Type: "AWS::Lambda::Function",
  Properties: {
    Code: { S3Bucket: "any", S3Key: "abc.zip" },
    Handler: "index.handler",
    Role: "any",
    Environment: { Variables: { QUEUE: { Ref: "Jobs1A2B3C4D" } } },
  },
};

describe("the resources of a template", () => {
  it("carry their local names, and environments with every reference resolved", () => {
    const { queues, functions } = read({ Jobs1A2B3C4D: queue, Worker1A2B3C4D: lambda });
    expect(queues[0]).toMatchObject({
      shortName: "Jobs",
      name: "Vigia-local-Jobs",
      ref: "http://127.0.0.1:1/000000000000/Vigia-local-Jobs",
      arn: "arn:aws:sqs:us-east-1:000000000000:Vigia-local-Jobs",
      properties: { VisibilityTimeout: 30, DelaySeconds: 0, MaximumMessageSize: 1_048_576 },
    });
    expect(functions[0]).toMatchObject({
      shortName: "Worker",
      properties: {
        Environment: { Variables: { QUEUE: "http://127.0.0.1:1/000000000000/Vigia-local-Jobs" } },
        Timeout: 3,
        MemorySize: 128,
      },
    });
  });

  it("join a route to the function behind its integration", () => {
    const { routes } = read({
      Worker1A2B3C4D: lambda,
      Jobs1A2B3C4D: queue,
      Way: {
        Type: "AWS::ApiGatewayV2::Integration",
        Properties: {
          IntegrationType: "AWS_PROXY",
          IntegrationUri: { "Fn::GetAtt": ["Worker1A2B3C4D", "Arn"] },
          PayloadFormatVersion: "2.0",
        },
      },
      Route: {
        Type: "AWS::ApiGatewayV2::Route",
        Properties: {
          ApiId: "Vigia-local-Api",
          RouteKey: "GET /a",
          Target: { "Fn::Join": ["", ["integrations/", { Ref: "Way" }]] },
        },
      },
    });
    expect(routes).toEqual([
      {
        key: "GET /a",
        desk: false,
        functionArn: "arn:aws:lambda:us-east-1:000000000000:function:Vigia-local-Worker",
        timeoutMs: 30_000,
      },
    ]);
  });

  it.each([
    [
      "a route that points nowhere",
      {
        Route: {
          Type: "AWS::ApiGatewayV2::Route",
          Properties: { ApiId: "any", RouteKey: "GET /a", Target: "integrations/x" },
        },
      },
      "The route GET /a points to integrations/x, which is nowhere in the template: correct the stack.",
    ],
    [
      "a property of a form that cannot be emulated",
      { Jobs: { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout: "soon" } } },
      "The local stack cannot emulate AWS::SQS::Queue Jobs: VisibilityTimeout: expected a number.",
    ],
    [
      "a variable that refers to nothing",
      { Worker: lambda },
      "The template refers to Jobs1A2B3C4D, which it does not define: correct the stack.",
    ],
  ])("are refused where there is %s", (_name, resources, message) => {
    expect(() => read(resources)).toThrow(message);
  });
});
