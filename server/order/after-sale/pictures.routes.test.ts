import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showAfterSale } from "#contract/order/after-sale.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { orderSteps, type Person } from "../testing/order-steps.ts";
import { paidSteps } from "../testing/paid-steps.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, lineIds, ask, asked, later } = paidSteps(() => app);

async function upload({ token }: Person): Promise<string> {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();
  return (await app.call(uploadPicture, {}, { token, picture })).data.pictureId;
}
/** Whether each picture still exists two days later, after the purge. */
const storedOf = (pictureIds: readonly string[]): Promise<boolean[]> =>
  later(2 * DAY, async () => {
    // The first look releases what nothing refers to, the second deletes it.
    await app.modules.uploads.deleteUnused();
    await app.modules.uploads.deleteUnused();
    const urls = await app.modules.uploads.urlsOf(pictureIds);
    return pictureIds.map((pictureId) => urls.has(pictureId));
  });
/** A sent order of two units. */
async function sentOrder() {
  const [who, sku] = [await person(), await skuOf()];
  const id = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty: 2 }], payableFen: 19_800 });
  await pay(id);
  await ship(id);
  const [lineId = ""] = await lineIds(who, id);
  const returnOf = (qty: number, pictureKeys: readonly string[] = []) => ({
    orderId: id,
    kind: "return" as const,
    units: [{ lineId, qty }],
    reason: "damaged" as const,
    pictureKeys: [...pictureKeys],
  });
  return { who, id, lineId, returnOf };
}

test("MA71 pictures of a case are kept and shown to its person; those that no case has are deleted", async () => {
  const { who, returnOf } = await sentOrder();
  const [one, two, unused] = [await upload(who), await upload(who), await upload(who)];
  const opened = await asked(who, returnOf(1, [one, two]));
  expect(opened.pictureUrls).toHaveLength(2);
  const [url = ""] = opened.pictureUrls;
  const picture = await app.app.inject({ url });
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const { data } = await app.call(showAfterSale, { id: opened.afterSaleId }, { token: who.token });
  expect(data.pictureUrls).toHaveLength(2);
  expect(await storedOf([one, two, unused])).toEqual([true, true, false]);
});

test("MA18 another person's picture is refused, and those that came before it are released", async () => {
  const [{ who, returnOf }, other] = [await sentOrder(), await person()];
  const [own, foreign] = [await upload(who), await upload(other)];
  const refused = await ask(who, returnOf(1, [own, foreign]));
  const reason = expect.any(String) as string;
  expect(refused).toMatchObject({ status: 601, data: { fields: { pictureKeys: reason } } });
  expect(await storedOf([own, foreign])).toEqual([false, false]);
});

test("MA72 a case that is refused releases its pictures, but not those of the open case", async () => {
  const { who, returnOf } = await sentOrder();
  const [shown, fresh] = [await upload(who), await upload(who)];
  await asked(who, returnOf(2, [shown]));
  expect((await ask(who, returnOf(1, [shown, fresh]))).code).toBe("AFTER_SALE_OPEN");
  expect(await storedOf([shown, fresh])).toEqual([true, false]);
});

test("MA72 two requests at once with one key keep the pictures of the case", async () => {
  const { who, returnOf } = await sentOrder();
  const [picture, key] = [await upload(who), newId()];
  const sent = await Promise.all([0, 1, 2].map(() => ask(who, returnOf(1, [picture]), key)));
  expect(sent.map(({ code }) => code)).toEqual(["00", "00", "00"]);
  expect(await storedOf([picture])).toEqual([true]);
});
