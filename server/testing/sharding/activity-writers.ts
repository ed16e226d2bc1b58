import { setActivityPublished, cancelActivity } from "../../catalogue/store.ts";
import { activityUpserter, placeSeries, putSeries } from "../../activity/index.ts";
import { composeStore } from "../../compose/store.ts";
import { formQuestionStore } from "../../compose/question-store.ts";
import { flowStore } from "../../flow/index.ts";
import { newId } from "../../core/ids.ts";
import { putOrganisation, setDealerDisabled } from "../../organisation/index.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import type { TestApp } from "../app.ts";
import { addActivity, addSignUps, at, by, newActivity, session, type WriterCase } from "./writer-case.ts";

const HOUR = 3_600_000;
const now = new Date(at);
const keepsBlocks = (): Promise<void> => Promise.resolve();
/** Puts a changed activity, as a catalogue file does. */
const put =
  (over: Parameters<typeof newActivity>[0]): WriterCase =>
  async (app) => {
    const { activityId } = await addSignUps(app, ["morning", "evening"]);
    const { taken: _taken, isDraft: _isDraft, ...one } = newActivity({ activityId, ...over });
    return () =>
      inTransaction(app.context.db, (db) => activityUpserter(db, now).putActivity(one, keepsBlocks));
  };
async function addDealer(app: TestApp) {
  const [dealer] = sampleDealers(newId());
  if (dealer === undefined) throw new Error("a dealer");
  await app.modules.organisations.add([dealer]);
  return dealer;
}
const series = () => ({ seriesCode: newId(), seriesName: "远山", imageUrl: "/media/cover.svg", position: 1 });

/** Writers of activities, sessions, dealers, series and conditions of participation. */
export const activityWriters: Readonly<Record<string, WriterCase>> = {
  "activities are added": (app) => Promise.resolve(() => addActivity(app)),
  "an activity is withdrawn": async (app) => {
    const { activityId } = await addActivity(app);
    return () => setActivityPublished(app.context.db, activityId, false, by);
  },
  "an activity is cancelled": async (app) => {
    const { activityId } = await addSignUps(app, ["morning"]);
    return () => cancelActivity(app.context.db, activityId, "下雨", by);
  },
  "an activity gets another title": put({ title: "换了名字" }),
  "an activity gets other times": put({ startTime: at + HOUR, endTime: at + 2 * HOUR }),
  "an activity gets another kind": put({ businessType: 2 }),
  "an activity gets more seats": put({ quota: 3 }),
  "an activity gets a dealer": async (app) => {
    const dealer = await addDealer(app);
    return put({ dealerId: dealer.id, dealerIds: [dealer.id] })(app);
  },
  "an activity stays as it is": put({}),
  "a session gets other times and seats": async (app) => {
    const { activityId } = await addSignUps(app, ["morning", "evening"]);
    const sessions = [session("morning", { startTime: at + HOUR, quota: 2 }), session("evening")];
    return () =>
      inTransaction(app.context.db, (db) =>
        activityUpserter(db, now).putSeats({ activityId, quota: 2, sessions }),
      );
  },
  "a session is removed": async (app) => {
    const { activityId } = await addActivity(app);
    const sessions = [session("morning")];
    return () =>
      inTransaction(app.context.db, (db) =>
        activityUpserter(db, now).putSeats({ activityId, quota: 2, sessions }),
      );
  },
  "a page is saved": async (app) => {
    const { activityId } = await addActivity(app, { activityType: "online" });
    const version = { activityId, basedOn: 0, blocks: [], by: "编辑", actor: by.by, now };
    return () => composeStore(app.context.db).save(version, { isGuarded: true });
  },
  "questions are saved": async (app) => {
    const { activityId } = await addActivity(app);
    const store = formQuestionStore(app.context.db);
    const { revision = "" } = (await store.read(activityId)) ?? {};
    return () => store.replace({ activityId, revision, questions: [], by: "编辑", actor: by.by, now });
  },
  "dealers are added": (app) => Promise.resolve(() => addDealer(app)),
  "a dealer moves": async (app) => {
    const dealer = await addDealer(app);
    return () =>
      inTransaction(app.context.db, (db) => putOrganisation(db, { ...dealer, provinceCode: "330000" }, by));
  },
  "a dealer is disabled": async (app) => {
    const { id } = await addDealer(app);
    return () => inTransaction(app.context.db, (db) => setDealerDisabled(db, id, true, by));
  },
  "series are added": (app) => Promise.resolve(() => app.modules.activities.addSeries([series()])),
  "a series is changed": (app) =>
    Promise.resolve(() => inTransaction(app.context.db, (db) => putSeries(db, series(), by))),
  "a series is hidden": async (app) => {
    const one = series();
    await app.modules.activities.addSeries([one]);
    return () =>
      inTransaction(app.context.db, (db) => placeSeries(db, one.seriesCode, { isHidden: true }, by));
  },
  "conditions are published": async (app) => {
    const { activityId } = await addActivity(app);
    const process = { processKey: newId(), activityId, isEnabled: true };
    return () =>
      flowStore(app.context.db).publish(
        process,
        {} as Parameters<ReturnType<typeof flowStore>["publish"]>[1],
        now,
      );
  },
};
