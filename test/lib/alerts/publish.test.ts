import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { expect, it } from "vitest";
import type { AlertMessage } from "../../../lib/alerts/messages/message.ts";
import { publicationOf, publish } from "../../../lib/alerts/publish.ts";
import { mockClient } from "../../support/mock-client.ts";
import { ENGLISH } from "../../support/translators.ts";

const message: AlertMessage = {
  subject: "[ILLEGAL] MX Operación - 1 ETH",
  translator: ENGLISH,
  headline: "A *headline*",
  threadId: "1#42",
  blocks: [
    {
      kind: "rows",
      rows: [
        ["User", (write) => write.id("u`1")],
        ["Longer label", "a & b"],
      ],
    },
    { kind: "lines", lines: [(write) => `See ${write.link("https://desk.example/?a&b", "Desk")}`] },
    { kind: "section", title: "Counts", lines: [{ count: "7", text: "cases" }, "a line"], total: 12 },
    { kind: "list", items: [{ title: "A title", rows: [["Label", "value"]], short: "in short" }], total: 2 },
    { kind: "look", look: { page: "https://desk.example/", command: "vigia doctor", alertId: "an-id" } },
    { kind: "note", note: "A note." },
  ],
  event: { stage: "dev", subjectCount: 0, subjects: () => [] },
  attributes: {
    kind: "notification",
    risk: "illegal",
    projectId: 1,
    chainId: ["42161", "1", "1"],
    countries: ["MX", "US", "MX"],
  },
};

async function published(changes: Partial<AlertMessage> = {}) {
  const sns = mockClient(SNSClient);
  sns.on(PublishCommand).resolves({});
  const published = { alertId: "an-invented-id", at: new Date("2026-03-01T12:00:00.000Z") };
  await publish(
    new SNSClient({ region: "us-east-1" }),
    "arn:aws:sns:us-east-1:000000000000:alerts",
    publicationOf({ ...message, ...changes }, published),
    Date.now() + 10_000,
  );
  return sns.commandCalls(PublishCommand).map(({ args }) => args[0].input);
}

it("publishes the text of every channel in one call, with attributes to filter by", async () => {
  const [input, ...others] = await published();
  expect(others).toEqual([]);
  expect(input).toEqual({
    TopicArn: "arn:aws:sns:us-east-1:000000000000:alerts",
    Subject: "[ILLEGAL] MX Operacion - 1 ETH",
    MessageStructure: "json",
    Message: expect.any(String),
    MessageAttributes: {
      kind: { DataType: "String", StringValue: "notification" },
      projectId: { DataType: "String", StringValue: "1" },
      risk: { DataType: "String", StringValue: "illegal" },
      chainId: { DataType: "String.Array", StringValue: '["1","42161"]' },
      countries: { DataType: "String.Array", StringValue: '["MX","US"]' },
    },
  });
  const { email, https, sms, default: event } = JSON.parse(input?.Message ?? "");
  expect(email).toBe(`A *headline*

User:          u\`1
Longer label:  a & b

See https://desk.example/?a&b

Counts
        7  cases
  a line
  ... and 10 more.

 1. A title
    Label:  value

... and 1 more.

Look closer
  https://desk.example/
  vigia doctor
  Reference an-id

A note.
`);
  expect(JSON.parse(https)).toEqual({
    version: "1.0",
    source: "custom",
    content: {
      textType: "client-markdown",
      title: "A \u200b*headline\u200b*",
      description: `*User:* \`u'1\` (with ' for its backticks)
*Longer label:* a &amp; b
See <https://desk.example/?a&amp;b|Desk>
*Counts*
7 cases
a line
... and 10 more.
• in short
... and 1 more.`,
      nextSteps: ["Look closer: <https://desk.example/|Desk>", "Look closer: `vigia doctor`", "A note."],
    },
    metadata: { threadId: "1#42", summary: "[ILLEGAL] MX Operación - 1 ETH" },
  });
  expect(sms).toBe("[ILLEGAL] MX Operación - 1 ETH");
  expect(JSON.parse(event)).toEqual({
    version: 1,
    alertId: "an-invented-id",
    kind: "notification",
    stage: "dev",
    projectId: "1",
    at: "2026-03-01T12:00:00.000Z",
    risk: "illegal",
    subjectCount: 0,
    subjects: [],
    summary: "[ILLEGAL] MX Operación - 1 ETH",
  });
});

it("cuts a subject to what SNS accepts", async () => {
  const [input] = await published({ subject: "x".repeat(150) });
  expect(input?.Subject).toBe(`${"x".repeat(96)}...`);
});

it("has no unescaped text of a sender for Slack", async () => {
  const threadId = "wallet-<!channel> \u202e*x*".padEnd(500, "y");
  const [input] = await published({ threadId, subject: "<!channel> & *x* <https://evil.example|here>" });
  const { https } = JSON.parse(input?.Message ?? "");
  expect(JSON.parse(https).metadata).toEqual({
    threadId: "wallet-__channel____x_".padEnd(200, "y"),
    summary: "&lt;!channel&gt; &amp; \u200b*x\u200b* &lt;https://evil.example|here&gt;",
  });
});

it("leaves a subject of 99 characters as it is", async () => {
  const [input] = await published({ subject: "x".repeat(99) });
  expect(input?.Subject).toBe("x".repeat(99));
});

it("names at most fifty chains and countries, and that there are others, which count towards the size that SNS takes", async () => {
  const many = Array.from({ length: 60 }, (_, index) => String(100 + index));
  const attributes = { kind: "wallet", projectId: 1, chainId: many, countries: many } as const;
  const [input] = await published({ attributes });
  const fifty = JSON.stringify([...many.slice(0, 50), "*"]);
  expect(input?.MessageAttributes?.["chainId"]?.StringValue).toBe(fifty);
  expect(input?.MessageAttributes?.["countries"]?.StringValue).toBe(fifty);
});

it("leaves out an empty list of chains, and countries without a count", async () => {
  const [input] = await published({ attributes: { kind: "wallet", projectId: 1, chainId: [] } });
  expect(Object.keys(input?.MessageAttributes ?? {})).toEqual(["kind", "projectId"]);
});

it("leaves out what is not known: SNS refuses an empty list", async () => {
  const [input] = await published({ attributes: { kind: "scan-problem", projectId: 7, countries: [] } });
  expect(input?.MessageAttributes).toEqual({
    kind: { DataType: "String", StringValue: "scan-problem" },
    projectId: { DataType: "String", StringValue: "7" },
  });
});

it("names every project of a message that is not about one, for filters by one of them", async () => {
  const [input] = await published({
    attributes: { kind: "daily-brief", projectId: 1, projectIds: [1, 2] },
  });
  expect(input?.MessageAttributes?.["projectId"]).toEqual({
    DataType: "String.Array",
    StringValue: '["1","2"]',
  });
});

it("ends a description for Slack at a whole line, before it is longer than Slack shows", async () => {
  const lines = Array.from({ length: 40 }, (_, n) => `${n}`.padEnd(99, "x"));
  const [input] = await published({ blocks: [{ kind: "lines", lines }] });
  const { description } = JSON.parse(JSON.parse(input?.Message ?? "").https).content;
  expect(description).toBe([...lines.slice(0, 30), "…"].join("\n"));
});
