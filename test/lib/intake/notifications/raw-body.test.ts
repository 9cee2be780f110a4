import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressBody, expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { notificationBody } from "../../../support/notifications.ts";

describe("the raw bytes of a body", () => {
  it("come back from what this version stores, with any content", () => {
    for (const body of [Buffer.alloc(0), Buffer.from([0, 255, 1]), Buffer.alloc(262_144, "漢")]) {
      expect(expandBody(compressBody(body)).equals(body)).toBe(true);
    }
  });

  it("are gzip, which an auditor reads without Vigía", () => {
    const body = Buffer.from(JSON.stringify(notificationBody()));
    expect(gunzipSync(compressBody(body)).equals(body)).toBe(true);
  });

  it("are not more than any that was accepted", () => {
    expect(() => expandBody(compressBody(Buffer.alloc(1_048_577)))).toThrow();
  });
});
