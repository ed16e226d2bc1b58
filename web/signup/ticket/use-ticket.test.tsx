import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { SignUpState } from "#contract/signup/signup.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { establishSession } from "../../platform/session/establish-session.ts";
import { currentSession } from "../../platform/session/session.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { database } from "../../platform/storage/client-database.ts";
import type { ShownTicket } from "../register/sign-up-data.ts";
import { activityId } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";
import { storeTicket, readStoredTicket, ticketOf } from "./ticket-record.ts";
import { useTicket } from "./use-ticket.ts";

const nobody: SignUpState = { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };
const signed = (name: string): SignUpState => ({
  signed: true,
  signUpId: "1",
  ticketCode: "64C9 MATK 6N46",
  status: "confirmed",
  ticket: {
    name,
    mobile: "138****5678",
    seriesName: null,
    dealerName: null,
    address: "龙腾大道 1 号",
    activityType: "localoffline",
    longitude: 121.46,
    latitude: 31.18,
    startTime: "2026-11-28T08:30:00+08:00",
    endTime: "2026-11-28T10:00:00+08:00",
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
const ticketFor = (name: string) => {
  const ticket = ticketOf(signed(name), activityId);
  if (ticket === null) throw new Error("no ticket");
  return ticket;
};
const logIn = (openId: string): void =>
  establishSession({
    accessToken: `token-${openId}`,
    userInfo: { openId, mobile: null, nickname: openId, avatar: null, vip: false, owner: false },
  });

const placeAt = (position: number): WaitlistEntry => ({
  signUpId: "1",
  state: "waiting",
  position,
  offerUntil: null,
  title: "莫干山晨雾试驾",
  coverUrl: "data:,",
  startTime: "2026-11-28T08:30:00+08:00",
  endTime: "2026-11-28T10:00:00+08:00",
  dealerName: null,
  address: "龙腾大道 1 号",
});

/** Answer of the server to a request for the sign-up. */
let answer: () => Promise<SignUpState>;
let asked: number;
const send = (() => {
  asked++;
  return answer();
}) as unknown as Send;
/** Runs before a press requests the state. */
let pressed: () => Promise<void>;
/** All rendered texts. */
let seen: string[];
function Shown({ first, firstOf }: { first: ShownTicket | null; firstOf: string | null }) {
  const openId = useUser()?.openId ?? null;
  const firstWaiting = null;
  const { shown, waiting, refresh } = useTicket({
    activityId,
    first,
    firstWaiting,
    firstOf,
    openId,
    send,
  });
  const text = shown === null ? "no ticket" : `ticket of ${shown.ticket.name}`;
  const press = async () => {
    await pressed();
    await refresh(true);
  };
  seen.push(text);
  return (
    <>
      <p>
        {text} {shown?.isOfflineCopy === true && "kept"}
        {typeof shown?.ticket.checkedInTime === "string" && "used"}
        {shown?.ticket.calledOff?.reason}
      </p>
      {waiting !== null && <p>place {waiting.position}</p>}
      <button onClick={() => void press()}>报名</button>
    </>
  );
}
async function says(text: string): Promise<void> {
  await expect.element(page.getByText(text)).toBeVisible();
}
/** Page loaded with the ticket of this user. */
const showPageOf = (openId: string) =>
  show(
    <Shown
      first={{ ticket: ticketFor(openId), openId, isNew: false, isOfflineCopy: false }}
      firstOf={openId}
    />,
  );

afterEach(() => {
  show(null);
  vi.restoreAllMocks();
});
beforeEach(async () => {
  currentSession.clear();
  await database.removePersonal();
  seen = [];
  asked = 0;
  answer = () => Promise.resolve(nobody);
});

test("L07 Q14 a logout, here or in another tab, removes the ticket from the screen; the next person sees their own", async () => {
  logIn("one");
  showPageOf("one");
  await says("ticket of one");
  currentSession.clear();
  await says("no ticket");
  answer = () => Promise.resolve(signed("two"));
  seen = [];
  logIn("two");
  await says("ticket of two");
  expect(seen).not.toContain("ticket of one");
});

test("L07 Q14 the previous person's stored ticket is not shown to the next one, even without a network", async () => {
  logIn("one");
  await storeTicket(ticketFor("one"), "one", Date.now());
  currentSession.clear();
  answer = () => Promise.reject(new Refusal("offline"));
  show(<Shown first={null} firstOf={null} />);
  logIn("two");
  await expect.poll(() => readStoredTicket(activityId, "one")).toBeNull();
  await says("no ticket");
  expect(new Set(seen)).toEqual(new Set(["no ticket"]));
});

test("Q13 without a network the person sees their own stored ticket", async () => {
  logIn("one");
  await storeTicket(ticketFor("one"), "one", Date.now());
  currentSession.clear();
  answer = () => Promise.reject(new Refusal("offline"));
  show(<Shown first={null} firstOf={null} />);
  logIn("one");
  await says("ticket of one kept");
  expect(seen).toContain("ticket of one");
});

test("Q14 an answer for a person who has logged out meanwhile is neither shown nor stored", async () => {
  let tell: (state: SignUpState) => void = () => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  logIn("one");
  show(<Shown first={null} firstOf={null} />);
  await says("no ticket");
  await expect.poll(() => tell.length).toBe(1);
  const tellFirst = tell;
  answer = () => Promise.resolve(signed("two"));
  logIn("two");
  await says("ticket of two");
  tellFirst(signed("one"));
  await expect.poll(async () => (await readStoredTicket(activityId, "two"))?.name).toBe("two");
  await says("ticket of two");
  expect(seen).not.toContain("ticket of one");
});

test("L04 L18 a login within the press: that person's ticket or waitlist entry is shown and stored", async () => {
  show(<Shown first={null} firstOf={null} />);
  await says("no ticket");
  pressed = async () => {
    logIn("one");
    // Lets the page render for that user, who has no ticket yet.
    await expect.poll(() => asked).toBe(1);
    answer = () => Promise.resolve({ ...nobody, waiting: placeAt(3) });
  };
  await page.getByRole("button").click();
  await says("place 3");
  currentSession.clear();
  await says("no ticket");
  pressed = async () => {
    answer = () => Promise.resolve(nobody);
    logIn("two");
    await expect.poll(() => asked).toBe(3);
    answer = () => Promise.resolve(signed("two"));
  };
  await page.getByRole("button").click();
  await says("ticket of two");
  await expect.poll(async () => (await readStoredTicket(activityId, "two"))?.name).toBe("two");
});

test("L04 a request from before the sign-up that is answered later does not remove the ticket", async () => {
  let tell: (state: SignUpState) => void = () => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  logIn("one");
  show(<Shown first={null} firstOf={null} />);
  await expect.poll(() => asked).toBe(1);
  const tellFirst = tell;
  pressed = () => Promise.resolve();
  answer = () => Promise.resolve(signed("one"));
  await page.getByRole("button").click();
  await says("ticket of one");
  tellFirst(nobody);
  // A fixed time: no event follows an answer that is ignored.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await says("ticket of one");
  expect(await readStoredTicket(activityId, "one")).not.toBeNull();
});

test("L19 a check-in that the desk reverses is reversed on the phone when the page is visible again", async () => {
  vi.spyOn(serverTime, "now").mockReturnValue(Date.parse("2026-11-28T09:00:00+08:00"));
  const checkedInTime = "2026-11-28T08:50:00+08:00";
  logIn("one");
  const ticket = { ...ticketFor("one"), checkedInTime };
  answer = () => Promise.resolve(signed("one"));
  show(<Shown first={{ ticket, openId: "one", isNew: false, isOfflineCopy: false }} firstOf="one" />);
  await says("ticket of one used");
  const textOnReturn = () => {
    document.dispatchEvent(new Event("visibilitychange"));
    return document.querySelector("p")?.textContent.trim();
  };
  await expect.poll(textOnReturn).toBe("ticket of one");
});

test(
  "Q14 a check-in of a person who has logged out meanwhile is not shown to the next one",
  { timeout: 180_000 },
  async () => {
    vi.spyOn(serverTime, "now").mockReturnValue(Date.parse("2026-11-28T09:00:00+08:00"));
    let tell: (state: SignUpState) => void = () => {};
    logIn("one");
    showPageOf("one");
    await says("ticket of one");
    answer = () => new Promise((resolve) => (tell = resolve));
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => asked).toBe(1);
    const tellOfOne = tell;
    answer = () => Promise.resolve(nobody);
    logIn("two");
    await says("no ticket");
    seen = [];
    const { ticket, ...rest } = signed("one");
    tellOfOne({ ...rest, ticket: ticket && { ...ticket, checkedInTime: "2026-11-28T08:50:00+08:00" } });
    // A fixed time: no event follows an answer that is ignored.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.filter((text) => text !== "no ticket")).toEqual([]);
    expect(await readStoredTicket(activityId, "two")).toBeNull();
  },
);

test("W10 Q13 a shown ticket becomes cancelled when the page is visible again, and is stored so", async () => {
  vi.spyOn(serverTime, "now").mockReturnValue(Date.parse("2026-11-28T07:00:00+08:00"));
  const calledOff = { time: "2026-11-28T06:50:00+08:00", reason: "因暴雨天气" };
  logIn("one");
  showPageOf("one");
  await says("ticket of one");
  const { ticket, ...rest } = signed("one");
  answer = () => Promise.resolve({ ...rest, ticket: ticket && { ...ticket, calledOff } });
  const textOnReturn = () => {
    document.dispatchEvent(new Event("visibilitychange"));
    return document.querySelector("p")?.textContent.trim();
  };
  await expect.poll(textOnReturn).toBe("ticket of one 因暴雨天气");
  await expect.poll(async () => (await readStoredTicket(activityId, "one"))?.calledOff).toEqual(calledOff);
});

test("Q13 a stored ticket is removed if neither the sign-up nor the activity exists any more", async () => {
  logIn("one");
  await storeTicket(ticketFor("one"), "one", Date.now());
  answer = () => Promise.reject(new Refusal("notFound"));
  show(<Shown first={null} firstOf={null} />);
  await expect.poll(() => readStoredTicket(activityId, "one")).toBeNull();
  await says("no ticket");
});
