import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { SignUpState } from "#contract/signup/signup.ts";
import { establishSession } from "../../platform/session/establish-session.ts";
import { currentSession } from "../../platform/session/session.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { database } from "../../platform/storage/client-database.ts";
import { activityId } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";
import { storeTicket, readStoredTicket, ticketOf } from "./ticket-record.ts";
import { useTicket } from "./use-ticket.ts";

const nobody: SignUpState = { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };
const signedFrom = (startTime: string): SignUpState => ({
  signed: true,
  signUpId: "1",
  ticketCode: "64C9 MATK 6N46",
  status: "confirmed",
  ticket: {
    name: "林晓岚",
    mobile: "138****5678",
    seriesName: null,
    dealerName: null,
    address: "龙腾大道 1 号",
    activityType: "localoffline",
    longitude: 121.46,
    latitude: 31.18,
    startTime,
    endTime: "2026-11-28T17:00:00+08:00",
    title: "莫干山晨雾试驾",
    coverUrl: "data:,",
    createdTime: "2026-11-20T12:00:00+08:00",
    sessionId: null,
    dealerId: null,
    key: "k",
    checkedInTime: null,
    canCancel: true,
    canChange: true,
  },
});
const MORNING = "2026-11-28T08:30:00+08:00";
const NOON = "2026-11-28T12:30:00+08:00";
const ticketFrom = (startTime: string) => {
  const ticket = ticketOf(signedFrom(startTime), activityId);
  if (ticket === null) throw new Error("no ticket");
  return ticket;
};

/** Answers of the server, one per request. */
let answers: (() => Promise<SignUpState>)[];
let asked: number;
const send = (() => (answers[asked++] ?? answers.at(-1))?.()) as unknown as Send;
/** Rendered start times, in order. */
let seen: string[];
function Shown({ isLoaded }: { isLoaded: boolean }) {
  const openId = useUser()?.openId ?? null;
  const first = isLoaded
    ? { ticket: ticketFrom(MORNING), openId: "one", isNew: true, isOfflineCopy: false }
    : null;
  const { shown, show: showOwn } = useTicket({
    activityId,
    first,
    firstWaiting: null,
    firstOf: isLoaded ? "one" : null,
    openId,
    send,
  });
  const text = shown === null ? "no ticket" : `from ${shown.ticket.startTime}${shown.isNew ? " new" : ""}`;
  if (seen.at(-1) !== text) seen.push(text);
  return (
    <>
      <p>{text}</p>
      <button onClick={() => showOwn(ticketFrom(NOON), true)}>报名</button>
    </>
  );
}
const says = async (text: string) => await expect.element(page.getByText(text)).toBeVisible();
/** A fixed time: no event follows an answer that is ignored, nor the registration of a listener. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));
/** Makes the page visible again, once it listens for that. */
const lookAgain = async () => {
  await aMoment();
  document.dispatchEvent(new Event("visibilitychange"));
};

afterEach(() => {
  show(null);
  currentSession.clear();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  await database.removePersonal();
  [seen, asked, answers] = [[], 0, []];
  vi.spyOn(serverTime, "now").mockReturnValue(Date.parse("2026-11-28T08:00:00+08:00"));
  establishSession({
    accessToken: "token",
    userInfo: { openId: "one", mobile: null, nickname: "one", avatar: null, vip: false, owner: false },
  });
});

test("L04 L06 a request from before the sign-up that is never answered does not remove the ticket", async () => {
  let fail: (error: unknown) => void = () => {};
  answers = [() => new Promise((_resolve, reject) => (fail = reject))];
  show(<Shown isLoaded={false} />);
  await expect.poll(() => asked).toBe(1);
  await page.getByRole("button").click();
  await says(`from ${NOON} new`);
  fail(new Refusal("timeout"));
  await aMoment();
  expect(seen).toEqual(["no ticket", `from ${NOON} new`]);
  expect((await readStoredTicket(activityId, "one"))?.startTime).toBe(NOON);
});

test("L06 Q13 without an answer the stored ticket stays", async () => {
  await storeTicket(ticketFrom(MORNING), "one", serverTime.now());
  answers = [() => Promise.reject(new Refusal("timeout"))];
  show(<Shown isLoaded={false} />);
  await expect.poll(() => asked).toBe(1);
  await aMoment();
  expect(seen).toEqual(["no ticket", `from ${MORNING}`]);
});

test("L17 a ticket moved elsewhere shows its new time, here and without a network", async () => {
  answers = [() => Promise.resolve(signedFrom(NOON))];
  show(<Shown isLoaded />);
  await says(`from ${MORNING} new`);
  await lookAgain();
  await says(`from ${NOON}`);
  await expect.poll(async () => (await readStoredTicket(activityId, "one"))?.startTime).toBe(NOON);
});

test("L17 a ticket cancelled elsewhere disappears, here and without a network", async () => {
  await storeTicket(ticketFrom(MORNING), "one", serverTime.now());
  answers = [() => Promise.resolve(nobody)];
  show(<Shown isLoaded />);
  await says(`from ${MORNING} new`);
  await lookAgain();
  await says("no ticket");
  await expect.poll(() => readStoredTicket(activityId, "one")).toBeNull();
});

test("L17 L19 an unchanged answer leaves a ticket as it is; an answer from before a change made here is ignored", async () => {
  let tell: (state: SignUpState) => void = () => {};
  answers = [() => Promise.resolve(signedFrom(MORNING)), () => new Promise((resolve) => (tell = resolve))];
  show(<Shown isLoaded />);
  await says(`from ${MORNING} new`);
  await lookAgain();
  await expect.poll(() => asked).toBe(1);
  await lookAgain();
  await expect.poll(() => asked).toBe(2);
  await page.getByRole("button").click();
  await says(`from ${NOON} new`);
  tell(signedFrom(MORNING));
  await aMoment();
  expect(seen).toEqual([`from ${MORNING} new`, `from ${NOON} new`]);
});
