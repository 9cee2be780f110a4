import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { maskedId, maskPersonal } from "../../../../lib/i18n/text/masking.ts";
import { cpuTimeOf } from "../../../support/cpu-time.ts";

describe("what looks like personal data in a text", () => {
  it("is masked: an e-mail address, a CURP, an RFC of a person and of a company", () => {
    expect(maskPersonal("wallet of ana.perez@example.com", 100)).toBe("wallet of [e-mail masked]");
    expect(maskPersonal("CURP PEGA900101MDFRRN09, confirmed", 100)).toBe("CURP [CURP masked], confirmed");
    expect(maskPersonal("rfc pega900101ab1", 100)).toBe("rfc [RFC masked]");
    expect(maskPersonal("RFC ABC900101AB1", 100)).toBe("RFC [RFC masked]");
  });

  it("is masked in full-width letters, and with invisible ones between", () => {
    expect(maskPersonal("ＰＥＧＡ９００１０１ＡＢ１", 100)).toBe("[RFC masked]");
    expect(maskPersonal("PEGA\u200b900101\u3164AB1", 100)).toBe("[RFC masked]");
    expect(maskPersonal("ana＠example．com", 100)).toBe("[e-mail masked]");
  });

  it("is masked with marks between that a subject drops; what holds none keeps its accents", () => {
    expect(maskPersonal("Señor GODE561231\u0338GR8", 100)).toBe("Senor [RFC masked]");
    expect(maskPersonal("GODE\u0301561231GR8", 100)).toBe("[RFC masked]");
    expect(maskPersonal("PEGA900101M\u20ddDFRRN09", 100)).toBe("[CURP masked]");
    expect(maskPersonal("Señor GODE561231GR8 é, कि", 100)).toBe("Señor [RFC masked] é, कि");
    expect(maskPersonal("ÑAPE561231GR8", 100)).toBe("[RFC masked]");
  });

  it("is masked before the text is cut, so that no half of it is left", () => {
    expect(maskPersonal(`${"x".repeat(90)} PEGA900101AB1`, 100)).toBe(`${"x".repeat(90)} [RFC mas…`);
  });

  it("is masked with gaps between the parts of a person's RFC", () => {
    expect(maskPersonal("of GODE-561231-GR8, and gode 561231 gr8", 100)).toBe(
      "of [RFC masked], and [RFC masked]",
    );
    expect(maskPersonal("LEY 240115 123, GODE-561231-GR7", 100)).toBe("LEY 240115 123, GODE-561231-GR7");
  });

  it("is not found with an invalid date, or in an address, a hash or an id", () => {
    for (const text of [
      "PEGA901301AB1",
      "PEGA900230AB1",
      "PEGA901301MDFRRN09",
      "PEGA900101MXXRRN09",
      "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
      "0xabababababababababababababababababababababababababababababababab",
      "user-in-your-db-123",
      "usr000123abc",
      "6f9619ff-8b86-d011-b42d-abc900101ab1",
      "bc1qinventedinventedinventedinvented0000",
    ]) {
      expect(maskPersonal(text, 100)).toBe(text);
    }
  });

  it("is looked for at little cost, however long the text is", async () => {
    const cost = await cpuTimeOf(() => {
      for (const text of ["a", "1", "a@", "PEGA900101"]) maskPersonal(text.repeat(100_000), 300);
    });
    expect(cost).toBeLessThan(1_000);
  });
});

describe("an id", () => {
  it("is masked where it is an e-mail address, a CURP, or an RFC whose check digit fits", () => {
    // A known example of the tax authority: its check digit is 8.
    expect(maskedId("GODE561231GR8")).toBe("[RFC masked]");
    expect(maskedId("user-gode561231gr8")).toBe("user-[RFC masked]");
    expect(maskedId("ＧＯＤＥ５６１２３１ＧＲ８")).toBe("[RFC masked]");
    expect(maskedId("GODE561231\u0338GR8")).toBe("[RFC masked]");
    expect(maskedId("GODE\u0301561231GR8")).toBe("[RFC masked]");
    expect(maskedId("GODE-561231-GR8")).toBe("[RFC masked]");
    expect(maskedId("GODE 561231 GR8")).toBe("[RFC masked]");
    expect(maskedId("PEGA900101MDFRRN09")).toBe("[CURP masked]");
    expect(maskedId("ana@example.com")).toBe("[e-mail masked]");
    expect(maskedId("ana%40example.com")).toBe("[e-mail masked]");
  });

  it.each([
    "usr000123abc",
    "usr000123ab1",
    "USER000123ABC",
    "ACCT240115001",
    "ORD240115001",
    "acct@eu-1",
    "acct%40eu-1",
    "INV-240115-123",
    "gode-561231-gr7",
    "gode561231gr7",
    "ﬁsh",
    "José",
    "6f9619ff-8b86-d011-b42d-abc900101ab1",
  ])("such as %s comes back as it is", (id) => {
    expect(maskedId(id)).toBe(id);
  });

  it("comes back as it is, of 200,000 UUIDs, and of ids such as usr000123abc", () => {
    const altered: string[] = [];
    for (let n = 0; n < 50_000; n++) {
      const hex = createHash("sha512").update(String(n)).digest("hex");
      for (let at = 0; at < 128; at += 32) {
        const uuid = hex.slice(at, at + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
        if (maskedId(uuid) !== uuid) altered.push(uuid);
      }
      const id = `usr${String(n * 20).padStart(6, "0")}${hex.slice(0, 3)}`;
      if (maskedId(id) !== id) altered.push(id);
    }
    expect(altered).toEqual([]);
  });
});
