/** Marks of alerts in the reader's language. */

import { describe, expect, it } from "vitest";
import { idIn, marksIn } from "../../../lib/alerts/messages/shown-id.ts";
import { quoted } from "../../../lib/i18n/text/quoting.ts";
import { ENGLISH, SPANISH } from "../../support/translators.ts";

describe("marks", () => {
  it("are in the reader's language", () => {
    const text = "ana@example.com GODE561231GR8 GODE561231HDFRRN09";
    expect(quoted(text, 200, marksIn(ENGLISH))).toBe('"[e-mail masked] [RFC masked] [CURP masked]"');
    expect(quoted(text, 200, marksIn(SPANISH))).toBe('"[correo oculto] [RFC oculto] [CURP oculta]"');
    expect([idIn(SPANISH, "ana@example.com"), idIn(ENGLISH, "ana@example.com")]).toEqual([
      "[correo oculto]",
      "[e-mail masked]",
    ]);
  });
});
