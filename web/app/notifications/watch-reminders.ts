import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { detailPath } from "../../activity/card/card-facts.ts";
import type { Favourite } from "../../activity/favourites/favourites.ts";
import { onFavouritesChanged, onSignedUp } from "../../platform/activity/activity-events.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { reminders, type Reminder } from "../../platform/notifications/reminders.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { yieldToMain } from "../../platform/browser/yield-to-main.ts";
import { wallClock } from "../../ui/display/format.ts";

const DAY = 86_400_000;
const dayOf = (moment: number): string => {
  const { year, month, day } = wallClock(moment);
  return `${year}-${month}-${day}`;
};

/** An opening is told of for so long, ms. */
const NEWS = DAY;

type Soon = Pick<Reminder, "activityId" | "title" | "moment" | "path">;
const byMoment = (one: Soon, other: Soon) => Date.parse(one.moment) - Date.parse(other.moment);

/**
 * What is to be reminded of: what was called off, until it would have begun; seats that are kept, the first to end
 * first; favourites that one can sign up for since today; then what begins, and what opens, today or tomorrow by
 * Shanghai's calendar (requirements L18, L20).
 * @param now the server's time, ms
 * @param isTold whether the person knows that something was called off at that time
 */
export function remindersOf(
  signUps: readonly OwnSignUp[],
  favourites: readonly Favourite[],
  now: number,
  isTold: (activityId: string, time: string) => boolean = () => false,
): Reminder[] {
  const today = dayOf(now);
  const isToday = (moment: string) => dayOf(Date.parse(moment)) === today;
  const isAhead = (moment: string) => Date.parse(moment) > now;
  const isNear = (moment: string) =>
    isAhead(moment) && [today, dayOf(now + DAY)].includes(dayOf(Date.parse(moment)));
  const asKind = (kind: Reminder["kind"], all: readonly Soon[]) =>
    [...all].sort(byMoment).map<Reminder>((one) => ({ kind, ...one, isToday: isToday(one.moment) }));

  const pathOf = (activityId: string) => `/offline/signUpUser?activityId=${activityId}`;
  const off = signUps.flatMap<Soon>(({ activityId, activityType, title, startTime, endTime, calledOff }) =>
    calledOff &&
    isAhead(activityType === "online" ? endTime : startTime) &&
    !isTold(activityId, calledOff.time)
      ? [{ activityId, title, moment: calledOff.time, path: pathOf(activityId) }]
      : [],
  );
  const own = (wanted: OwnSignUp["state"], momentOf: (signUp: OwnSignUp) => string | undefined): Soon[] =>
    signUps.flatMap((signUp) => {
      const { activityId, title, state } = signUp;
      const moment = momentOf(signUp);
      return state === wanted && moment !== undefined
        ? [{ activityId, title, moment, path: pathOf(activityId) }]
        : [];
    });
  const offers = own("offered", ({ offerUntil }) => offerUntil).filter(({ moment }) => isAhead(moment));
  const soon = own("upcoming", ({ startTime }) => startTime).filter(({ moment }) => isNear(moment));

  const taken = new Set(signUps.map(({ activityId }) => activityId));
  const openings = favourites.flatMap<Soon>(({ activityId, activityType, title, openTime, endTime }) =>
    openTime === undefined || taken.has(activityId) || !isAhead(endTime)
      ? []
      : [{ activityId, title, moment: openTime, path: detailPath({ activityId, activityType }) }],
  );
  const isNews = ({ moment }: Soon) => !isAhead(moment) && now - Date.parse(moment) < NEWS;
  return [
    ...asKind("off", off),
    ...asKind("offer", offers),
    ...asKind("open", openings.filter(isNews)),
    ...[
      ...asKind("soon", soon),
      ...asKind(
        "opens",
        openings.filter(({ moment }) => isNear(moment)),
      ),
    ].sort(byMoment),
  ];
}

let isRaised = false;
function show(all: readonly Reminder[]): void {
  reminders.set(all);
  if (all.length === 0 || isRaised) return;
  isRaised = true;
  void raiseChallenge("reminders", {});
}

/** The call, for whoever is logged in: what all calls are made of is much code, and has a task of its own. */
async function loadCall() {
  await import("#contract/core/call.ts");
  await yieldToMain();
  const { listOwnSignUps } = await import("#contract/signup/self-service.ts");
  await yieldToMain();
  return listOwnSignUps;
}

/** Where their script does not arrive, the others are told all the same. */
async function loadFavourites(): Promise<readonly Favourite[]> {
  await yieldToMain();
  try {
    return await (await import("../../activity/favourites/favourites.ts")).listFavourites();
  } catch {
    return [];
  }
}

/** What of it the person knows already; where that cannot be read it is told once more. */
async function loadTold(signUps: readonly OwnSignUp[], openId: string | undefined) {
  if (openId === undefined || !signUps.some(({ calledOff }) => calledOff)) return undefined;
  try {
    return await (
      await import("../../platform/notifications/seen-cancellations.ts")
    ).seenCancellationsOf(openId);
  } catch {
    return undefined;
  }
}

let turn = 0;
let atOpening: ReturnType<typeof setTimeout> | undefined;
async function ask(): Promise<void> {
  const own = ++turn;
  const openId = currentSession.user()?.openId;
  clearTimeout(atOpening);
  try {
    const signUps = openId === undefined ? [] : await send(await loadCall(), {}, { isSilent: true });
    const favourites = await loadFavourites();
    const isTold = await loadTold(signUps, openId);
    if (own !== turn || currentSession.user()?.openId !== openId) return;
    const now = serverTime.now();
    const all = remindersOf(signUps, favourites, now, isTold);
    show(all);
    const opening = all.find(({ kind }) => kind === "opens");
    if (opening) atOpening = setTimeout(() => void ask(), Date.parse(opening.moment) - now);
  } catch {
    // What can not be asked now is asked when the page is looked at again.
  }
}

/** Asks now, and whenever the answer may be another: another person, a sign-up, the page looked at again. */
export function watchReminders(): void {
  let openId = currentSession.user()?.openId;
  currentSession.subscribe(() => {
    if (currentSession.user()?.openId === openId) return;
    openId = currentSession.user()?.openId;
    // What was somebody else's; for the same person it stays on show while it is asked again.
    reminders.set([]);
    void ask();
  });
  onSignedUp(() => void ask());
  onFavouritesChanged(() => void ask());
  onReconnect(() => void ask());
  void ask();
}
