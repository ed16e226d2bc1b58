import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { dayNumber } from "#contract/core/date-text.ts";
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

const DAY = 86_400_000;

/** Time after an opening during which it is a reminder, ms. */
const OPENING_PERIOD = DAY;

type ReminderData = Pick<Reminder, "activityId" | "title" | "moment" | "path">;
const byMoment = (one: ReminderData, other: ReminderData) =>
  Date.parse(one.moment) - Date.parse(other.moment);

/**
 * Reminders in order: cancellations, until the activity's start; times that changed, until acknowledged; offered seats, the first to expire first;
 * favourites that opened within the last day; then starts and openings today or tomorrow by Shanghai's
 * calendar (requirements L18, L20).
 * @param now the server's time, ms
 * @param isSeen whether the person has seen the cancellation of that time
 */
export function remindersOf(
  signUps: readonly OwnSignUp[],
  favourites: readonly Favourite[],
  now: number,
  isSeen: (activityId: string, time: string) => boolean = () => false,
): Reminder[] {
  const today = dayNumber(now);
  const isToday = (moment: string) => dayNumber(moment) === today;
  const isAhead = (moment: string) => Date.parse(moment) > now;
  const isNear = (moment: string) => isAhead(moment) && [today, today + 1].includes(dayNumber(moment));
  const asKind = (kind: Reminder["kind"], all: readonly ReminderData[]) =>
    [...all].sort(byMoment).map<Reminder>((data) => ({ kind, ...data, isToday: isToday(data.moment) }));

  const pathOf = (activityId: string) => `/offline/signUpUser?activityId=${activityId}`;
  const cancelled = signUps.flatMap<ReminderData>(
    ({ activityId, activityType, title, startTime, endTime, calledOff }) =>
      calledOff &&
      isAhead(activityType === "online" ? endTime : startTime) &&
      !isSeen(activityId, calledOff.time)
        ? [{ activityId, title, moment: calledOff.time, path: pathOf(activityId) }]
        : [],
  );
  const own = (
    wanted: OwnSignUp["state"],
    momentOf: (signUp: OwnSignUp) => string | undefined,
  ): ReminderData[] =>
    signUps.flatMap((signUp) => {
      const { activityId, title, state } = signUp;
      const moment = momentOf(signUp);
      return state === wanted && moment !== undefined
        ? [{ activityId, title, moment, path: pathOf(activityId) }]
        : [];
    });
  const moved = signUps.flatMap<ReminderData>(({ activityId, title, startTime, moved: change }) =>
    change && isAhead(startTime) ? [{ activityId, title, moment: startTime, path: pathOf(activityId) }] : [],
  );
  const offers = own("offered", ({ offerUntil }) => offerUntil).filter(({ moment }) => isAhead(moment));
  const starting = own("upcoming", ({ startTime }) => startTime).filter(({ moment }) => isNear(moment));

  const taken = new Set(signUps.map(({ activityId }) => activityId));
  const openings = favourites.flatMap<ReminderData>(
    ({ activityId, activityType, title, openTime, endTime }) =>
      openTime === undefined || taken.has(activityId) || !isAhead(endTime)
        ? []
        : [{ activityId, title, moment: openTime, path: detailPath({ activityId, activityType }) }],
  );
  const hasJustOpened = ({ moment }: ReminderData) =>
    !isAhead(moment) && now - Date.parse(moment) < OPENING_PERIOD;
  return [
    ...asKind("off", cancelled),
    ...asKind("moved", moved),
    ...asKind("offer", offers),
    ...asKind("open", openings.filter(hasJustOpened)),
    ...[
      ...asKind("soon", starting),
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

/** Loads the call for a logged-in person, in tasks of its own, since the code of all calls is large. */
async function loadCall() {
  await import("#contract/core/call.ts");
  await yieldToMain();
  const { listOwnSignUps } = await import("#contract/signup/self-service.ts");
  await yieldToMain();
  return listOwnSignUps;
}

/** The favourites; none if their script fails to load, so that the other reminders are still shown. */
async function loadFavourites(): Promise<readonly Favourite[]> {
  await yieldToMain();
  try {
    return await (await import("../../activity/favourites/favourites.ts")).listFavourites();
  } catch {
    return [];
  }
}

/** The cancellations that the person has seen; undefined if they cannot be read, so that all are shown. */
async function loadSeen(signUps: readonly OwnSignUp[], openId: string | undefined) {
  if (openId === undefined || !signUps.some(({ calledOff }) => calledOff)) return undefined;
  try {
    return await (
      await import("../../platform/notifications/seen-cancellations.ts")
    ).seenCancellationsOf(openId);
  } catch {
    return undefined;
  }
}

let lastRequest = 0;
let openingTimer: ReturnType<typeof setTimeout> | undefined;
async function update(): Promise<void> {
  const request = ++lastRequest;
  const openId = currentSession.user()?.openId;
  clearTimeout(openingTimer);
  try {
    const signUps = openId === undefined ? [] : await send(await loadCall(), {}, { isSilent: true });
    const favourites = await loadFavourites();
    const isSeen = await loadSeen(signUps, openId);
    if (request !== lastRequest || currentSession.user()?.openId !== openId) return;
    const now = serverTime.now();
    const all = remindersOf(signUps, favourites, now, isSeen);
    show(all);
    const opening = all.find(({ kind }) => kind === "opens");
    if (opening) openingTimer = setTimeout(() => void update(), Date.parse(opening.moment) - now);
  } catch {
    // Retried when the page is shown again.
  }
}

/**
 * Loads the reminders now, and when they may have changed: after a login or sign-up, and when the page is
 * shown again.
 */
export function watchReminders(): void {
  let openId = currentSession.user()?.openId;
  currentSession.subscribe(() => {
    if (currentSession.user()?.openId === openId) return;
    openId = currentSession.user()?.openId;
    // Removes another person's reminders. Those of the same person stay while they are reloaded.
    reminders.set([]);
    void update();
  });
  onSignedUp(() => void update());
  onFavouritesChanged(() => void update());
  onReconnect(() => void update());
  void update();
}
