import { describe, expect, it } from "vitest";
import { compressBody, expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { notificationBody } from "../../../support/notifications.ts";

describe("the raw bytes of a body", () => {
  it("come back from what this version stores, with any content", () => {
    for (const body of [Buffer.alloc(0), Buffer.from([0, 255, 1]), Buffer.alloc(262_144, "漢")]) {
      expect(expandBody(compressBody(body)).equals(body)).toBe(true);
    }
  });

  it("come back from what form 1 has stored before: its dictionary refers to its very first words", () => {
    // A test that fails here says that the notifications of every deployed stack have become unreadable.
    const stored = Buffer.from("AatWAiUBkAeIbdmBPEppRNTWAgA=", "base64");
    expect(expandBody(stored).toString()).toBe(
      '{"old":"0xdAC17F958D2ee523a2206206994597C13D831ec7","type":"notification","data":{"id":1,"projectId":1,"chainId":42161}}',
    );
  });

  it("take a tenth of their size where they are a notification like most", () => {
    const body = Buffer.from(JSON.stringify(notificationBody()));
    expect(compressBody(body).length).toBeLessThan(body.length / 8);
  });

  it("are not guessed where they are stored in another form", () => {
    expect(() => expandBody(Uint8Array.of(2, 3, 0))).toThrow(
      "The raw body is stored in form 2, which this version of vigia does not read.",
    );
    expect(() => expandBody(new Uint8Array())).toThrow("in form undefined");
  });

  it("are not more than any that was accepted", () => {
    expect(() => expandBody(compressBody(Buffer.alloc(1_048_577)))).toThrow();
  });
});
