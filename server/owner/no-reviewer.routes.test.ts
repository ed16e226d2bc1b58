import { expect, onTestFinished, test } from "vitest";
import { applyAsOwner, updateCarInfo } from "#contract/owner/owner.ts";
import { testApp } from "../testing/app.ts";
import { testVin } from "../testing/samples/sample-vin.ts";
import { ownerMessages } from "./messages.ts";

test("P14 without a reviewer applications are refused, and the page still works", async () => {
  const app = await testApp();
  onTestFinished(() => app.close());
  const { token } = await app.login("13600000001");
  const args = { vin: testVin(), seriesCode: "e7", pictureId: "1", consent: true as const };
  const refused = await app.call(applyAsOwner, args, { token });
  expect([refused.status, refused.message]).toEqual([502, ownerMessages.noReviewer]);
  expect((await app.call(updateCarInfo, {}, { token })).data.application).toBeNull();
});
