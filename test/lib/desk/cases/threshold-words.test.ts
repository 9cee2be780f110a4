/** One sentence on a case, and one on a user, about the threshold of a notice: 210 UMA, which are USD 1,231.755 here. */

import { beforeAll, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import type { NewStep } from "../../../../lib/cases/step.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { sheetForm } from "../../../support/desk/desk-visitor.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";
import { LFPIORPI } from "../../../support/notifications.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const flagged = (
  name: string,
  userId: string,
  usd: string | undefined,
  projectId = 1,
  ...steps: NewStep[]
) => {
  const receivedAt = "2026-02-05T12:00:00.000Z";
  return desk.cases.open(
    name,
    {
      receivedAt,
      timestamp: receivedAt,
      dueAt: "2026-03-18T05:59:59.999Z",
      userId,
      risk: "illegal",
      projectId,
      amount: { value: "1", ...(usd === undefined ? {} : { usd }) },
    },
    ...steps,
  );
};

beforeAll(async () => {
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2026-02-03", rate: "20.00" });
  await flagged("large", "u-1", "5000");
  await flagged("small", "u-1", "10");
  await flagged("first", "u-2", "600");
  await flagged("second", "u-2", "500");
  await flagged("third", "u-2", "131.755", 2);
  await flagged("done", "u-5", "1000", 1, newStep("a", "2026-02-06T12:00:00.000Z", NOT_REPORTABLE));
  await flagged("open-1", "u-5", "120");
  await flagged("open-2", "u-5", "120");
  await putItems(
    desk.client,
    "Notifications",
    [1, 2].map((id) =>
      storedNotification(
        {
          id,
          amount: { value: 5, usd: 5_000 },
          address: { id: 1, userId: "u-6", address: `0x${"c".repeat(40)}`, description: null },
          inflictedLaws: [{ ...LFPIORPI, risk: "warn" }],
        },
        "2026-02-05T12:00:00.000Z",
      ),
    ),
  );
  await flagged("own", "u-3", undefined);
  await flagged("beside", "u-3", "10");
  const receivedAt = "2026-02-05T12:00:00.000Z";
  await desk.cases.open("listed", {
    receivedAt,
    timestamp: receivedAt,
    userId: "u-4",
    risk: "illegal",
    laws: [{ name: "OFAC SDN", countryCode: "US" }],
  });
});

/** The text of a page, without its markup. */
async function textOf(path: string, language?: string, visit = officer) {
  const { text } = await visit(path, undefined, language);
  return (text.split("<main")[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

it.each([
  ["1.large", "It reaches 210 UMA alone: 852.44 UMA.", "Alcanza 210 UMA por sí sola: 852.44 UMA."],
  [
    "1.small",
    "It does not reach 210 UMA: 1.70 UMA, and no other of the user adds to it within 6 months.",
    "No alcanza 210 UMA: 1.70 UMA, y ninguna otra del usuario se le suma en 6 meses.",
  ],
  [
    "1.own",
    "It is not known whether it reaches 210 UMA: its amount in UMA is not known.",
    "No se sabe si alcanza 210 UMA: no se conoce su monto en UMA.",
  ],
  [
    "1.beside",
    "It is not known whether it reaches 210 UMA: no amount in UMA is known of 1#own",
    "No se sabe si alcanza 210 UMA: no se conoce el monto en UMA de 1#own",
  ],
])("says of %s: %s", async (name, en, es) => {
  expect(await textOf(`/c/${name}`)).toContain(en);
  expect(await textOf(`/c/${name}`, "es")).toContain(es);
});

it("names the others with which an operation reaches it, of the projects that the reader sees", async () => {
  const text = await textOf("/c/1.first");
  expect(text).toContain(
    "It reaches 210 UMA not alone, but within 6 months together with 2 more of the user, 210.00 UMA in all:",
  );
  expect(text).toMatch(/in all: (?:1#second , 2#third|2#third , 1#second)/);
  const ofProject1 = await desk.signedIn("officers-1");
  expect(await textOf("/c/1.first", "en", ofProject1)).toContain(
    "It does not reach 210 UMA, not even within 6 months together with one more of the user: 187.53 UMA in all.",
  );
});

it("names the threshold with its source beside the deadline, and neither of a law without one", async () => {
  expect(await textOf("/c/1.small")).toMatch(
    /Notice threshold: 210 UMA, of one transaction or of several of a user within 6 months\. Source: Ley Federal .*art\. 17, fracción XVI/,
  );
  expect(await textOf("/c/1.listed")).not.toContain("210 UMA");
});

it("says on a user how many reach it alone and together, which, and of which it is not known", async () => {
  expect(await textOf("/u/u-1")).toContain(
    "2 flagged transactions whose law has a threshold of 210 UMA, without false positives: Reach it alone 1 Do not reach it 1 ",
  );
  const together = await textOf("/u/u-2", "es");
  expect(together).toContain(
    "3 operaciones señaladas cuya ley tiene un umbral de 210 UMA, sin contar falsos positivos: Lo alcanzan junto con otras en 6 meses 3 ",
  );
  expect(together).toMatch(/210\.00 UMA en conjunto: (?:\d#\w+ ,? ?){3}/);
  expect(await textOf("/u/u-3")).toContain("Not known, for lack of the amount in UMA: 1#own");
  expect(await textOf("/u/u-4")).not.toContain("Notice threshold");
});

it("counts the cases of a decision that reach the threshold by all operations of their users, and leaves them out", async () => {
  expect(await textOf("/?user=u-1&sheet=decide")).toContain("Reach the notice threshold: 1 1#large ");
  expect(await textOf("/?user=u-2&sheet=decide", "es")).toContain("Alcanzan el umbral de aviso: 3 Omitir");
  expect(await textOf("/?user=u-3&sheet=decide")).not.toContain("Reach the notice threshold");
  expect(await textOf("/?user=u-3&sheet=decide")).toContain("May reach it: 2 1#own 1#beside ");
  const { text } = await officer("/?user=u-1&sheet=decide");
  const rest = await officer("/selected?user=u-1", sheetForm(text, { leave: "reaching" }));
  expect(rest.text).toContain("Decide 1 case<");
  expect(rest.text).not.toContain("Reach the notice threshold");
});

it("names the decided cases with which those of a decision reach the threshold: their own sum may be below it", async () => {
  expect(await textOf("/?user=u-5&sheet=decide")).toMatch(
    /USD 240\.00.*Reach the notice threshold: 2 1#open-\d 1#open-\d some only together with decided cases: 1#done Leave out/,
  );
  expect(await textOf("/?user=u-5&sheet=decide", "es")).toContain(
    "algunas solo sumadas con casos ya dictaminados: 1#done ",
  );
});

it("says why warnings under a law with a threshold are not added, also where nothing is flagged", async () => {
  expect(await textOf("/u/u-6")).toContain(
    "2 warnings under a law with a threshold of 210 UMA are not added: Vigía adds what the service flags. The law adds all transactions of a client: where a notice is due on these, open a case or record a suspicion.",
  );
  expect(await textOf("/u/u-6", "es")).toContain(
    "2 advertencias conforme a una ley con umbral de 210 UMA no se suman: Vigía suma lo que el servicio señala.",
  );
  expect(await textOf("/u/u-1")).not.toContain("are not added");
});
