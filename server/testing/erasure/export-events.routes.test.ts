import { expect, test } from "vitest";
import { collectPersonalData } from "../../privacy/export-store.ts";
import { findDataSubject } from "../../privacy/data-subject-store.ts";
import { visitorEvents, sampleForm, sampleEvent, sendForm } from "../../tracking/test-client.ts";
import { openApp } from "../app.ts";

const app = await openApp();

test("events are collected within a time limit, the newest first; an incomplete result is marked", async () => {
  const { userId, openId } = await app.login(null);
  await sendForm(app, sampleForm.list([sampleEvent({ distinct_id: openId, login_id: openId })]));
  await visitorEvents(app, openId);
  const { context } = app;
  const person = await findDataSubject(context.db, userId);
  if (person === null) throw new Error("no such person");
  const eventsIn = async (eventTimeout: number) =>
    (await collectPersonalData(context, person, eventTimeout)).find(({ name }) => name === "tracked_event");
  expect(await eventsIn(-1)).toMatchObject({ rows: [], isCut: true });
  expect(await eventsIn(60_000)).toMatchObject({ rows: [{ distinct_id: openId }], isCut: false });
});
