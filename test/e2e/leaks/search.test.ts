import { describe, expect, it } from "vitest";
import { PERSONAL } from "./canaries.ts";
import { search } from "./search.ts";

function canariesIn(text: string): string[] {
  return search([{ name: "a log", text }], ["QzStreet"]).map(
    ({ canary, source }) => `${canary} in ${source}`,
  );
}

describe("the search for leaks", () => {
  it.each([
    ["as it is", '{"message":"lives in QzStreet 1"}'],
    ["in percent signs", "Message=lives%20in%20%51zStreet%201"],
    ["in base64", JSON.stringify({ body: Buffer.from("lives in QzStreet 1").toString("base64") })],
    ["in base64 behind another digit", `a${Buffer.from("lives in QzStreet 1").toString("base64url")}`],
    [
      "in base64 in base64",
      Buffer.from(Buffer.from("lives in QzStreet").toString("base64")).toString("base64"),
    ],
    ["in base64 in a form", `MessageBody=${encodeURIComponent(Buffer.from("QzStreet").toString("base64"))}`],
  ])("finds data %s", (_, text) => {
    expect(canariesIn(text)).toEqual(["QzStreet in a log"]);
  });

  it("finds nothing where there is nothing", () => {
    expect(canariesIn('{"message":"qzstreet","fields":["address.street"]}')).toEqual([]);
  });

  it("looks for every field of a record", () => {
    expect(PERSONAL).toHaveLength(23);
    expect(new Set(PERSONAL).size).toBe(23);
  });
});
