import { afterEach, beforeEach, expect, it } from "vitest";
import { WalletStore } from "../../../lib/store/wallets/wallets.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const LONG_ID = "x".repeat(3_000);
const ADDRESS = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";

let stack: TestStack;

beforeEach(async () => {
  stack = await TestStack.start({ timeScale: 60 });
});
afterEach(() => stack.close());

/** Posts a notification of the wallet. @returns when it was received */
async function seen(id: number, userId: string): Promise<string> {
  const address = { id: 1, userId, address: ADDRESS, description: null };
  expect((await stack.post(notificationBody({ id, address }))).status).toBe(200);
  return (await stack.notification(`1#${id}`))?.receivedAt ?? "";
}

it("a second owner's sight that comes late does not take a wallet from the owner who was seen since", async () => {
  const { wallets } = stack.stack.endpoints.tables;
  const first = await seen(1, "u-1");
  await seen(2, "u-1");
  const wallet = async () => {
    const [found] = await new WalletStore(stack.database, wallets).ofAddress(1, ADDRESS);
    return found;
  };
  expect(await wallet()).toMatchObject({ userId: "u-1", owners: ["u-1"] });

  const address = { id: 1, userId: "u-2", address: ADDRESS, description: null };
  await stack.deliver(notificationBody({ id: 9, address }), { receivedAt: first });
  await stack.settled();
  expect(await wallet()).toMatchObject({ userId: "u-1", owners: ["u-1", "u-2"] });

  await seen(3, "u-2");
  expect((await wallet())?.userId).toBe("u-2");
  await seen(4, "u-1");
  expect((await wallet())?.userId).toBe("u-1");
}, 60_000);

it("a wallet's notifications are found after it was taken out and seen again, and whoever its users were", async () => {
  const found = async () => (await stack.notifications({ wallet: ADDRESS })).map(({ id }) => id);
  await seen(1, "u-1");
  await seen(2, "u-2");
  await seen(3, LONG_ID);
  await seen(4, "u-\ud800");
  expect(await found()).toEqual(["4", "3", "2", "1"]);
  await stack.settled();
  const { wallets } = stack.stack.endpoints.tables;
  await new WalletStore(stack.database, wallets).remove({ projectId: 1, chainId: "1", address: ADDRESS });
  expect(await found()).toEqual(["4", "3", "2", "1"]);
  await seen(5, "u-1");
  await stack.settled();
  expect(await found()).toEqual(["5", "4", "3", "2", "1"]);
}, 60_000);
