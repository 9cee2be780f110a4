/** The page for audits: its sample, and the command that it prints. */

import { createHash } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { lastQuarter } from "../../../../lib/desk/audit/drawn-sample.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk([
  { id: 1, mexico: true },
  { id: 2, mexico: false },
  { id: 9, mexico: false, retired: true },
]);

/** Five cases: one of each of two projects, three of one that left; and one of the test project, which is in no audit. */
beforeAll(async () => {
  for (const [index, projectId] of [0, 1, 2, 9, 9, 9].entries())
    await desk.cases.open(index, { projectId, receivedAt: `2026-03-0${index + 1}T15:00:00.000Z` });
});

const MARCH = "since=2026-03-01&until=2026-03-31";

it.each([
  ["of everything", ["auditors"], "1,2,9", 5],
  ["of two projects", ["auditors-1", "auditors-2"], "1,2", 2],
  ["of one", ["auditors-2"], "2", 1],
])(
  "the page prints the command that packs the sample that an auditor %s sees",
  async (_, groups, projects, count) => {
    const { text } = await (await desk.signedIn(...groups))(`/audit?${MARCH}&seed=s1`);
    expect(text).toContain(`${count} of ${count} cases`);
    expect(text).toContain(
      `--sample 25 --seed s1 --project ${projects} --out sample.zip --stage prod</code>`,
    );
  },
);

it.each([
  ["since=2026-02-30&until=2026-03-31", "From: expected a valid day, such as 2026-03-01."],
  ["since=2026-03-01&until=soon", "Until: expected a valid day, such as 2026-03-01."],
  ["since=2026-03-31&until=2026-03-01", "Until: expected the day of From or a later one."],
  [`${MARCH}&project=7`, "Project: expected one of those that you see (1, 2, 9)."],
])("the page refuses %s in a sentence, and draws nothing", async (query, why) => {
  const auditor = await desk.signedIn("auditors");
  const { status, text } = await auditor(`/audit?${query}&seed=s1`);
  expect({ status, isSaid: text.includes(`<p role="alert">${why}</p>`) }).toEqual({
    status: 400,
    isSaid: true,
  });
  expect(text).not.toMatch(/of \d+ cases/);
  expect((await auditor(`/audit?${query}&seed=s1`, undefined, "es")).text).toContain(": se esperaba ");
  expect(await auditor(`/audit.csv?${query}&seed=s1`)).toMatchObject({ status: 404 });
});

it("shows the seed behind a fold alone, from where the form sends it, and no digest", async () => {
  const { text } = await (await desk.signedIn("auditors"))(`/audit?${MARCH}&seed=s1`);
  const [, content = ""] = text.split("<main");
  const [before = "", fold = ""] = content.split('<details class="fold">');
  expect(before).not.toContain("s1");
  expect(before).toContain('<form id="draw"');
  expect(fold).toMatch(/<input form="draw" name="seed" value="s1"/);
  expect(text).not.toContain(">Digest<");
});

it.each(["size=501", "seed=a%20b"])("the page takes no %s", async (query) => {
  expect(await (await desk.signedIn("auditors"))(`/audit?${query}`)).toMatchObject({ status: 404 });
});

describe("a case with a corrupt attribute", () => {
  const SPOILT = "notification#2#2";
  // By `printf '%s\n%s\n%s' s3 notification#2#2 once | sha256sum`, and so on.
  const DRAWN = ["notification#9#5", SPOILT, "notification#1#1"];
  const ORDER = `${MARCH}&seed=s3&size=3`;
  beforeAll(async () => {
    await desk.client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: { subject: SPOILT, opened: "once" },
        UpdateExpression: "SET facts.lawCount = :x",
        ExpressionAttributeValues: { ":x": "CANARY" },
      }),
    );
  });

  it("is counted, drawn and named by the page, which says of no period with it that all chains hold", async () => {
    const auditor = await desk.signedIn("auditors");
    const { text } = await auditor(`/audit?${ORDER}&check=all`);
    expect(text).toContain("3 of 5 cases");
    expect(text).toContain("1 case cannot be read. Ask those who run Vigía to verify the cases.");
    expect(text).toContain("Not intact, of the chains of the period (5):");
    expect(text).toContain("NOT INTACT</span>");
    const drawn = [...text.matchAll(/href="\/c\/[^"]*" title="(.+?)"/g)];
    expect(drawn.map(([, number]) => number)).toEqual(DRAWN);
    expect(text).not.toContain("CANARY");
    const [, ...rows] = (await auditor(`/audit.csv?${ORDER}`)).text.trim().split("\n");
    expect(rows.map((row) => row.split(",")[2])).toEqual(DRAWN);
    expect(rows.find((row) => row.includes(SPOILT))).toMatch(/,unreadable,.*,does not hold$/);
  });
});

describe("the evidence of a sample", () => {
  const path = `/audit.zip?${MARCH}&seed=s1&size=6`;

  it("is a file of at most 25 cases, each once, of the projects that the auditor sees", async () => {
    const page = (await (await desk.signedIn("auditors"))(`/audit?${MARCH}&seed=s1&size=6`)).text;
    expect(page).toMatch(/href="\/audit\.zip\?[^"]*first=1&amp;count=5">Download 5 files</);
    expect(page).toContain("ends with the first 16 digits of its digest");
    const casesIn = async (groups: string, part: string) => {
      const { status, text } = await (await desk.signedIn(groups))(`${path}&${part}`);
      expect(status).toBe(200);
      return new Set([...text.matchAll(/(\d-\d)-[0-9a-f]{8}\/case\.json/g)].map(([, number]) => number));
    };
    const parts = [
      await casesIn("auditors", "first=1&count=4"),
      await casesIn("auditors", "first=5&count=4"),
    ];
    expect(parts.map(({ size }) => size)).toEqual([4, 1]);
    expect(new Set(parts.flatMap((part) => [...part])).size).toBe(5);
    expect([...(await casesIn("auditors-2", "first=1&count=25"))]).toEqual(["2-2"]);
  });

  it.each(["first=0&count=1", "first=1&count=26", "first=501&count=1", "first=7&count=1", "first=1"])(
    "is not at the address %s",
    async (part) => {
      expect(await (await desk.signedIn("auditors"))(`${path}&${part}`)).toMatchObject({ status: 404 });
    },
  );

  it("leads to its halves where it is larger than 4 MB", async () => {
    // Digits of a hash are not compressed to less than half.
    const digits = (length: number) => {
      let [text, last] = ["", "seed"];
      while (text.length < length) text += last = createHash("sha512").update(last).digest("base64");
      return text;
    };
    const receivedAt = "2021-03-01T15:00:00.000Z";
    for (let id = 1; id <= 20; id++) {
      const key = await desk.cases.open(`large-${id}`, { projectId: 1, receivedAt });
      const Key = { subject: key.subject, opened: key.opened };
      await desk.client.send(
        new UpdateCommand({
          TableName: "Cases",
          Key,
          UpdateExpression: "SET more = :x",
          ExpressionAttributeValues: { ":x": digits(300_000) },
        }),
      );
    }
    const order = "since=2021-03-01&until=2021-03-01&seed=s1&size=20";
    const { status, text } = await (await desk.signedIn("auditors"))(`/audit.zip?${order}&first=1&count=20`);
    expect(status).toBe(413);
    expect([...text.matchAll(/Cases \d+ to \d+/g)].map(([words]) => words)).toEqual([
      "Cases 1 to 10",
      "Cases 11 to 20",
    ]);
    expect((await (await desk.signedIn("auditors"))(`/audit.zip?${order}&first=11&count=10`)).status).toBe(
      200,
    );
  });
});

it("fills in the last quarter", async () => {
  for (const [today, quarter] of [
    ["2026-11-24", { since: "2026-07-01", until: "2026-09-30" }],
    ["2026-03-31", { since: "2025-10-01", until: "2025-12-31" }],
    ["2026-04-01", { since: "2026-01-01", until: "2026-03-31" }],
  ] as const)
    expect(lastQuarter(today)).toEqual(quarter);
});

it("the page and its CSV say that a period has more cases than are read, and draw nothing", async () => {
  const receivedAt = "2026-03-01T15:00:00.000Z";
  const opening = { opened: "once", kind: "notification", projectId: 1, receivedAt, dueAt: "none" };
  const cases = Array.from({ length: 20_001 }, (_, id) => ({
    ...opening,
    subject: `notification#1#${id}`,
    order: `${receivedAt}#${id}`,
  }));
  desk.client.middlewareStack.add(
    (next) => async (args) =>
      "IndexName" in args.input && args.input.IndexName === "byTime"
        ? { response: {}, output: { $metadata: {}, Items: cases } }
        : next(args),
    { step: "initialize", priority: "high", name: "flood" },
  );
  const auditor = await desk.signedIn("auditors-1");
  for (const [path, status] of [
    ["/audit", 200],
    ["/audit.csv", 413],
  ] as const) {
    const reply = await auditor(`${path}?${MARCH}&seed=s1`);
    expect([path, reply.status]).toEqual([path, status]);
    expect(reply.text).toContain(
      "More than 20,000 cases were received: choose a shorter period, or use the command.",
    );
    expect(reply.text).not.toMatch(/of [\d,]+ cases/);
  }
  desk.client.middlewareStack.remove("flood");
});
