import { expect, test } from "vitest";
import type { SignUpState } from "#contract/signup/signup.ts";
import { database } from "../../platform/storage/client-database.ts";
import { emptySignUpValues } from "../register/form-values.ts";
import { activityId, sampleOffer, samplePerson } from "../testing/samples.ts";
import {
  removeTicket,
  isCheckInExpected,
  storeTicket,
  moveTicket,
  readStoredTicket,
  ticketFromForm,
  ticketOf,
} from "./ticket-record.ts";

const offer = sampleOffer();
const now = Date.parse("2026-11-20T12:00:00+08:00");
const signed: SignUpState = {
  signed: true,
  signUpId: "1",
  ticketCode: "64C9 MATK 6N46",
  status: "confirmed",
  ticket: {
    name: "林晓岚",
    mobile: "138****5678",
    seriesName: "远山",
    dealerName: "青岚中心·徐汇滨江（试营业）",
    address: "龙腾大道 1 号",
    activityType: "localoffline",
    longitude: offer.dealers[0]?.longitude ?? 0,
    latitude: offer.dealers[0]?.latitude ?? 0,
    startTime: "2026-11-28T08:30:00+08:00",
    endTime: "2026-11-28T10:00:00+08:00",
    title: "莫干山晨雾试驾",
    coverUrl: "data:,",
    createdTime: "2026-11-20T12:00:00+08:00",
    sessionId: "11",
    dealerId: "1",
    key: "k",
    checkedInTime: null,
    canCancel: true,
    canChange: true,
  },
};

test("L06 a ticket depends only on the server's answer, so that it outlives the activity's page", () => {
  expect(ticketOf(signed, activityId)).toMatchObject({
    activityId,
    activityType: "localoffline",
    ticketCode: "64C9 MATK 6N46",
    longitude: offer.dealers[0]?.longitude,
  });
  const none = { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null } as const;
  expect(ticketOf(none, activityId)).toBeNull();
});

test("L07 the same ticket follows from the form, with a masked number", () => {
  const values = {
    ...emptySignUpValues,
    name: "林晓岚",
    seriesCode: "yuanshan",
    dealerId: "1",
    sessionId: "11",
  };
  const result = { signUpId: "1", ticketCode: "64C9 MATK 6N46", status: "confirmed" } as const;
  const made = ticketFromForm(result, values, offer, samplePerson, now);
  const {
    signUpId: _id,
    key: _key,
    checkedInTime: _came,
    sessionId: _session,
    dealerId: _dealer,
    canCancel: _cancel,
    canChange: _change,
    ...shown
  } = {
    ...ticketOf(signed, activityId),
  };
  expect(made).toEqual({ ...shown, createdTime: "2026-11-20T04:00:00.000Z" });
  const other = { ...values, isOtherMobile: true, mobile: "13987654321" };
  expect(ticketFromForm(result, other, offer, samplePerson, now).mobile).toBe("139****4321");
});

test("L07 Q03 Q14 a stored ticket is readable by its owner without a network until it is removed or 30 days after the end", async () => {
  const ticket = ticketOf(signed, activityId);
  if (!ticket) throw new Error("no ticket");
  await storeTicket(ticket, "one", now);
  expect(await readStoredTicket(activityId, "one")).toEqual(ticket);
  expect(await readStoredTicket(activityId, "two")).toBeNull();
  const record = await database.get("signups", activityId);
  const life = (record?.expiration_time ?? 0) - (record?.created_time ?? 0);
  expect(life).toBe(Date.parse(ticket.endTime) - now + 30 * 86_400_000);
  await removeTicket(activityId);
  expect(await readStoredTicket(activityId, "one")).toBeNull();
});

test("L17 a stored ticket moves to another session with all else unchanged; without one nothing is stored", async () => {
  const moved = {
    sessionId: "12",
    startTime: "2026-12-05T08:30:00+08:00",
    endTime: "2026-12-05T10:00:00+08:00",
  };
  const ticket = ticketOf(signed, activityId);
  if (!ticket) throw new Error("no ticket");
  await storeTicket(ticket, "one", now);
  await moveTicket(activityId, "one", moved, now);
  expect(await readStoredTicket(activityId, "one")).toEqual({ ...ticket, ...moved });
  await moveTicket(activityId, "two", { ...moved, sessionId: "13" }, now);
  expect((await readStoredTicket(activityId, "one"))?.startTime).toBe(moved.startTime);
  const record = await database.get("signups", activityId);
  const life = (record?.expiration_time ?? 0) - (record?.created_time ?? 0);
  expect(life).toBe(Date.parse(moved.endTime) - now + 30 * 86_400_000);
  await removeTicket(activityId);
  await moveTicket(activityId, "one", moved, now);
  expect(await readStoredTicket(activityId, "one")).toBeNull();
});

test("an invalid record counts as none", async () => {
  await database.put("signups", activityId, { ticketCode: 7 });
  expect(await readStoredTicket(activityId, "one")).toBeNull();
});

test("L19 a ticket polls for a check-in and its reversal from the day of its activity to its end", () => {
  const ticket = ticketOf(signed, activityId);
  if (ticket === null) throw new Error("no ticket");
  const start = Date.parse(ticket.startTime);
  const at = (ms: number, over = {}) => isCheckInExpected({ ...ticket, ...over }, ms);
  expect([at(start - 13 * 3_600_000), at(start), at(Date.parse(ticket.endTime))]).toEqual([
    false,
    true,
    false,
  ]);
  expect(at(start, { checkedInTime: ticket.startTime })).toBe(true);
  expect(at(start, { status: "waitlisted" })).toBe(false);
});
