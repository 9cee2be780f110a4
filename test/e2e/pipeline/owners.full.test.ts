import { afterAll, beforeAll, expect, it } from "vitest";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { makePlace } from "../../lib/cli/support/test-context.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const LONG_ID = "x".repeat(3_000);
const LATE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const TAKEN_OUT = `0x${"2".repeat(40)}`;

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 30, props: { language: "es" } });
});
afterAll(() => stack.close());

/** Posts a notification of a wallet. @returns when it was received */
async function seenWith(wallet: string, id: number, userId: string): Promise<string> {
  const address = { id: 1, userId, address: wallet, description: null };
  expect((await stack.post(notificationBody({ id, address }))).status).toBe(200);
  return (await stack.notification(`1#${id}`))?.receivedAt ?? "";
}

it("a second owner's sight that comes late does not take a wallet from the owner who was seen since", async () => {
  const { wallets } = stack.stack.endpoints.tables;
  const seen = (id: number, userId: string) => seenWith(LATE, id, userId);
  const first = await seen(1, "u-1");
  await seen(2, "u-1");
  const wallet = async () => {
    const [found] = await new WalletStore(stack.database, wallets).ofAddress(1, LATE);
    return found;
  };
  expect(await wallet()).toMatchObject({ userId: "u-1", owners: ["u-1"] });

  const address = { id: 1, userId: "u-2", address: LATE, description: null };
  await stack.deliver(notificationBody({ id: 9, address }), { receivedAt: first });
  await stack.settled();
  expect(await wallet()).toMatchObject({ userId: "u-1", owners: ["u-1", "u-2"] });

  await seen(3, "u-2");
  expect((await wallet())?.userId).toBe("u-2");
  await seen(4, "u-1");
  expect((await wallet())?.userId).toBe("u-1");
});

it("a wallet's notifications are found after it was taken out and seen again, with any users", async () => {
  const seen = (id: number, userId: string) => seenWith(TAKEN_OUT, id, userId);
  const found = async () => (await stack.notifications({ wallet: TAKEN_OUT })).map(({ id }) => id);
  await seen(11, "u-1");
  await seen(12, "u-2");
  await seen(13, LONG_ID);
  await seen(14, "u-\ud800");
  expect(await found()).toEqual(["14", "13", "12", "11"]);
  await stack.settled();
  const { wallets } = stack.stack.endpoints.tables;
  const name = { projectId: 1, chainId: "42161", address: TAKEN_OUT };
  await new WalletStore(stack.database, wallets).remove(name);
  expect(await found()).toEqual(["14", "13", "12", "11"]);
  await seen(15, "u-1");
  await stack.settled();
  expect(await found()).toEqual(["15", "14", "13", "12", "11"]);
});

it("an owner's illegal transaction is mailed in Spanish, in pesos, in UMA and in Mexico's time", async () => {
  const place = await makePlace(stack.stack.endpoints);
  const set = await place.vigia("rates set MXN 18.20 --on 2025-08-18".split(" "));
  await place.remove();
  expect(set).toMatchObject({ code: 0 });
  await stack.settled();
  const before = stack.alerts().length;
  await stack.deliver(notificationBody(), { receivedAt: "2025-08-20T05:11:02.000Z" });
  await stack.settled();
  const [mail, ...more] = stack.alerts().slice(before);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("[ILEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - usuario u-1");
  expect(mail?.text).toBe(`LFPIORPI (México): el servicio señaló una operación del proyecto 1 (riesgo alto).

Notificación: 1#42
Usuario:      u-1
Monto:        1 ETH (USD 3,000.00)
Equivale a:   MXN 54,600.00 al tipo de cambio que registró su empresa: 18.20 por dólar el 18 de agosto de 2025 (aproximado)
En UMA:       482.59 veces la UMA diaria de MXN 113.14 (aproximado; no determina si procede presentar un aviso)
Billetera:    0x1111111111111111111111111111111111111111 en red 42161, descrita como "Main wallet"
Operación:    0xabababababababababababababababababababababababababababababababab
Realizada:    19 de agosto de 2025, 23:10:57 (UTC-6)
Recibida:     19 de agosto de 2025, 23:11:02 (UTC-6)

Leyes, de mayor a menor gravedad
  1. SEÑALADA LFPIORPI (México)
     "Operation over the threshold"
     Fuente: DOF

Para ver el detalle
  vigia notifications list

Vigía no agrega nombre, RFC, CURP ni datos de contacto a este mensaje. Los usuarios aparecen con su identificador interno. Un señalamiento no prueba un ilícito: revise antes de actuar.
`);
});
