import { expect, test } from "vitest";
import { exportOf } from "../rights/export-store.ts";
import { personOfUser } from "../rights/person.ts";
import { eventsOf, formOf, sampleEvent, sendForm } from "../tracking/test-client.ts";
import { openApp } from "./app.ts";

const app = await openApp();

test("events are looked for as long as there is time, the newest first; what is left out is told", async () => {
  const { userId, openId } = await app.login(null);
  await sendForm(app, formOf.list([sampleEvent({ distinct_id: openId, login_id: openId })]));
  await eventsOf(app, openId);
  const { kit } = app;
  const person = await personOfUser(kit.db, userId);
  if (person === null) throw new Error("no such person");
  const eventsIn = async (patience: number) =>
    (await exportOf(kit, person, patience)).find(({ name }) => name === "tracked_event");
  expect(await eventsIn(-1)).toMatchObject({ rows: [], isCut: true });
  expect(await eventsIn(60_000)).toMatchObject({ rows: [{ distinct_id: openId }], isCut: false });
});
