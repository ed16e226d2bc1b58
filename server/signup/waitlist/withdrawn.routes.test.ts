import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelSignUp, listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { acceptOffer, leaveWaitlist } from "#contract/signup/waitlist.ts";
import { setActivityPublished } from "../../catalogue/index.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { createWaitlist } from "../index.ts";
import { testWaitlist, waitingAt } from "../../testing/waitlist/test-waitlist.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const { now, open, seated, waits, stateOf, seats } = testWaitlist(() => app);
type Person = { readonly token: string };
const publish = (id: string, isPublished: boolean) =>
  setActivityPublished(app.context.db, id, isPublished, { by: commandLineActor, now: new Date(now()) });
const ownOf = async (id: string, { token }: Person) =>
  (await app.call(listOwnSignUps, {}, { token })).data.find(({ activityId }) => activityId === id);
const placeOf = async (id: string, { token }: Person) =>
  (await app.call(showSignUp, { activityId: id }, { token })).data.waiting;
const giveUp = (id: string, { token }: Person) => app.call(cancelSignUp, { id }, { token });

test("W10 L18 the waitlist of an unpublished activity is shown as paused, and no seat is offered until it is published", async () => {
  const id = await open({ quota: 1 });
  const [holder, waiting] = [await seated(id), await waits(id)];
  expect(await ownOf(id, waiting)).not.toHaveProperty("isPaused");
  await publish(id, false);
  await giveUp(id, holder);
  await createWaitlist(app.context.db).advanceAll(now());
  expect(await stateOf(id, waiting)).toEqual(waitingAt(1));
  expect(await placeOf(id, waiting)).toMatchObject({ state: "waiting", isPaused: true });
  expect(await ownOf(id, waiting)).toMatchObject({ state: "waiting", before: 0, isPaused: true });

  await publish(id, true);
  expect(await ownOf(id, waiting)).not.toHaveProperty("isPaused");
  await createWaitlist(app.context.db).advanceAll(now());
  expect(await ownOf(id, waiting)).toMatchObject({ state: "offered" });
});

test("W10 L18 while an activity is unpublished an earlier offer can be accepted, and an entry can be left", async () => {
  const id = await open({ quota: 1 });
  const [holder, offered, waiting] = [await seated(id), await waits(id), await waits(id)];
  await giveUp(id, holder);
  await publish(id, false);
  expect(await ownOf(id, offered)).toMatchObject({ state: "offered" });
  expect(await ownOf(id, offered)).not.toHaveProperty("isPaused");
  expect((await app.call(leaveWaitlist, { id }, { token: waiting.token })).data).toEqual({ left: true });
  expect((await app.call(acceptOffer, { id }, { token: offered.token })).data.status).toBe("confirmed");
  expect(await seats(id)).toMatchObject({ taken: 1, held: 1 });
});
