import { sql } from "kysely";
import { checkInStore } from "../../check-in/store.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import { commandLineActor, inTransaction } from "../../database/shared-tables/audit-log.ts";
import { maxSessions } from "#contract/session/active-sessions.ts";
import { findDataSubject } from "../../privacy/data-subject-store.ts";
import { erasePerson } from "../../privacy/erase-store.ts";
import { applyAccountAction, endAllSessions } from "../../session/account-lock-store.ts";
import { changeOwnProfile } from "../../session/profile/store.ts";
import { ownSessionsStore } from "../../session/self-service/store.ts";
import { sessionStore } from "../../session/store.ts";
import { setVerifiedOwner, userStore } from "../../session/user-store.ts";
import { recordVips } from "../../session/vip-store.ts";
import { createSelfService } from "../../signup/self-service/sign-up-changes.ts";
import { waitlistStore } from "../../signup/waitlist/store.ts";
import type { TestApp } from "../app.ts";
import { addPerson, addSignUps, at, type WriterCase } from "./writer-case.ts";

const now = new Date(at);
const sessionsOf = ({ context, modules }: TestApp) => sessionStore(context.db, modules.sessions.cache);
/** Opens a session that is valid now. @returns its token */
function openSession(app: TestApp, userId: string): Promise<string | null> {
  const began = app.context.clock.now();
  return sessionsOf(app).open(userId, new Date(began), new Date(began + 3_600_000));
}
/** Adds a member of the car club for a user. */
async function addMember({ context: { db } }: TestApp, userId: string): Promise<void> {
  await sql`insert into club_member (member_id, user_id, display_name, created_time)
    values (${newId()}, ${userId}, '参加者', ${now})`.execute(db);
}
async function guestOf(app: TestApp, activityId: string, signUpId: string) {
  const guest = await checkInStore(app.context.db).findPresentedGuest(activityId, { signUpId });
  if (guest === null) throw new Error("a guest");
  return guest;
}
const checkIn = { by: "店员", method: "picked", actor: commandLineActor, now } as const;
/** Arranges an account with a session and a member of the club; runs a change of it. */
const changesAccount =
  (
    run: (app: TestApp, person: { userId: string; mobile: string; token: string }) => Promise<unknown>,
  ): WriterCase =>
  async (app) => {
    const person = await addPerson(app);
    await addMember(app, person.userId);
    return () => run(app, person);
  };
const wechatUser = async (app: TestApp): Promise<string> => {
  const userId = newId();
  await userStore(app.context.db).addUser(userId, { nickname: "微信用户", avatar: null }, now);
  await addMember(app, userId);
  return userId;
};

/** Writers of sign-ups, their check-ins, seats, sessions and users. */
export const personWriters: Readonly<Record<string, WriterCase>> = {
  "a sign-up for a full session of a full activity is cancelled": async (app) => {
    const { activityId, people } = await addSignUps(app, ["morning", "evening"]);
    return () => createSelfService(app.context.db).cancel(activityId, people[0]?.userId ?? "", at);
  },
  "a sign-up is moved to another session": async (app) => {
    const { activityId, people } = await addSignUps(app, ["morning"]);
    return () => createSelfService(app.context.db).change(activityId, people[0]?.userId ?? "", "evening", at);
  },
  "reserved seats are freed": async (app) => {
    const { activityId } = await addSignUps(app, ["morning", "evening"]);
    return () =>
      inTransaction(app.context.db, (db) =>
        waitlistStore.adjustSeatCounters(db, activityId, ["morning"], -1),
      );
  },
  "seats are freed that were not the last ones": async (app) => {
    const { activityId } = await addSignUps(app, [null], { quota: 3 });
    return () =>
      inTransaction(app.context.db, (db) => waitlistStore.adjustSeatCounters(db, activityId, [null], -1));
  },
  "a guest is checked in": async (app) => {
    const { activityId, signUpIds } = await addSignUps(app, ["morning"]);
    const guest = await guestOf(app, activityId, signUpIds[0] ?? "");
    return () => checkInStore(app.context.db).recordCheckIn(guest, checkIn, { isGuarded: true });
  },
  "a check-in is undone": async (app) => {
    const { activityId, signUpIds } = await addSignUps(app, ["morning"]);
    const guest = await guestOf(app, activityId, signUpIds[0] ?? "");
    const store = checkInStore(app.context.db);
    await store.recordCheckIn(guest, checkIn, { isGuarded: true });
    return () => store.undoCheckIn(guest, now, checkIn);
  },
  "a person with sign-ups, one of them cancelled, is erased": async (app) => {
    const { activityId, people } = await addSignUps(app, ["morning", "evening"]);
    const userId = people[0]?.userId ?? "";
    const { db } = app.context;
    await addMember(app, userId);
    await sql`insert into signup_cancelled (signup_id, activity_id, user_id, channel, created_time, cancelled_time)
      values (${newId()}, ${activityId}, ${userId}, '{}', ${new Date(at - 9e8)}, ${new Date(at - 8e8)})`.execute(
      db,
    );
    return () =>
      inTransaction(db, async (transaction) => {
        const subject = await findDataSubject(transaction, userId);
        if (subject !== null) await erasePerson(transaction, subject, now);
      });
  },
  "a WeChat user with a sign-up turns out to be a person who has one": async (app) => {
    const { people } = await addSignUps(app, ["morning", "evening"]);
    const [double = "", mobile = ""] = [people[0]?.userId, people[1]?.mobile];
    const { db } = app.context;
    await sql`update app_user set idp_id = null, vip = true where user_id = ${double}`.execute(db);
    await addMember(app, double);
    const token = await openSession(app, double);
    return () => app.modules.sessions.bindMobile(token ?? "", { idpId: mobile, mobile, nickname: "参加者" });
  },
  "a WeChat user gets an account": async (app) => {
    const userId = await wechatUser(app);
    const token = await openSession(app, userId);
    const mobile = `136${String(userId).slice(-8)}`;
    return () => app.modules.sessions.bindMobile(token ?? "", { idpId: mobile, mobile, nickname: "新人" });
  },
  "a WeChat user changes nickname and avatar": async (app) => {
    const userId = await wechatUser(app);
    await openSession(app, userId);
    return () =>
      userStore(app.context.db).setProfile(userId, { nickname: "新名", avatar: "/media/a.svg" }, now);
  },
  "a person logs in with another mobile": changesAccount((app, { mobile }) =>
    userStore(app.context.db).upsertUser({ idpId: mobile, mobile: "13700000001", nickname: "新名" }, now),
  ),
  "a person logs in as before": changesAccount((app, { mobile }) =>
    userStore(app.context.db).upsertUser({ idpId: mobile, mobile, nickname: "参加者" }, now),
  ),
  "a person chooses a nickname": changesAccount((app, { userId }) =>
    changeOwnProfile(app.context.db, userId, { nickname: "自己" }, now),
  ),
  "a person becomes an owner": changesAccount((app, { mobile }) =>
    setVerifiedOwner(app.context.db, mobile, true, ["yuanshan"]),
  ),
  "a person becomes a member of the maker": changesAccount((app, { mobile }) =>
    inTransaction(app.context.db, (db) => recordVips(db, [{ mobile, vip: true, level: "金" }])),
  ),
  "an account is locked": changesAccount((app, { userId }) =>
    applyAccountAction(app.context, "lock", userId, commandLineActor),
  ),
  "sessions of a person are ended": changesAccount((app, { userId }) =>
    applyAccountAction(app.context, "end-sessions", userId, commandLineActor),
  ),
  "a session ends": changesAccount((app, { token }) => sessionsOf(app).end([sha256(token)], now)),
  "the sessions of an account end": changesAccount((app, { mobile }) => sessionsOf(app).endAll(mobile)),
  "a person ends the other sessions": changesAccount((app, { userId }) =>
    ownSessionsStore(app.context.db).end(userId, null, "another"),
  ),
  "expired sessions are deleted": changesAccount((app) => sessionsOf(app).purge(new Date(Date.now() + 9e9))),
  "a login exceeds the sessions of a person": changesAccount(async (app, { userId }) => {
    for (let opened = 0; opened < maxSessions; opened++) await openSession(app, userId);
  }),
  "all sessions end": changesAccount((app) => endAllSessions(app.context, commandLineActor)),
};
