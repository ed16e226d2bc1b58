import { dianshangTypeOf, trackingProjectOf } from "#contract/tracking/names.ts";
import { currentChannel } from "./channel.ts";
import { currentViewpoint } from "../location/city.ts";
import { currentClient } from "../environment/host-detection.ts";
import { currentSession } from "../session/session.ts";
import { currentSite } from "../environment/site.ts";
import { runInTasks, yieldToMain } from "../browser/yield-to-main.ts";
import { onTrackingInput, type TrackingInput } from "./track.ts";
import { clickProperties } from "./click-properties.ts";
import type { EventType, TrackedProperties, TrackedEvent } from "./event-format.ts";
import {
  pagePropertiesOf,
  hostOfUrl,
  isPreview,
  pageKeyOf,
  currentPageProperties,
  type PageProperties,
} from "./page-properties.ts";
import { createEventSender, type EventSender } from "./event-sender.ts";
import { campaignProperties, withPrefix, currentReferrer, trafficSourceOf } from "./traffic-source.ts";
import { createStayTracker } from "./page-stay.ts";
import { createVisitor, localDate, type VisitorStore } from "./visitor.ts";

const lib = { $lib: "js", $lib_method: "code", $lib_version: "1.26.17" };

/** The collector's address for this host (requirements X12, X13). */
const addressOf = (): string =>
  `${currentSite().collectorUrl ?? new URL("/sa", location.origin).href}?project=${trackingProjectOf(currentClient())}`;

/** The viewport in CSS px, cached until it changes: reading it while a page is left would force a layout. */
let viewport: { readonly width: number; readonly height: number } | null = null;
const currentViewport = () => (viewport ??= { width: innerWidth, height: innerHeight });

/** Properties of every event (docs/tracking.md). */
function commonProperties(visitor: VisitorStore): TrackedProperties {
  const client = currentClient();
  const { width, height } = screen;
  const size = currentViewport();
  const { firstDay, latest } = visitor.now();
  return {
    $timezone_offset: new Date().getTimezoneOffset(),
    $screen_width: width,
    $screen_height: height,
    $viewport_width: size.width,
    $viewport_height: size.height,
    $lib: lib.$lib,
    $lib_version: lib.$lib_version,
    ...latest,
    $is_first_day: firstDay === localDate(),
    platform_type: client,
    dianshang_type: dianshangTypeOf(client),
    city_code: currentViewpoint().cityCode,
    ...currentChannel(),
    ...currentPageProperties(),
  };
}

type EventDraft = {
  type?: EventType;
  event?: string;
  time?: number;
  original?: string;
  properties?: TrackedProperties;
};
function makeEvent(
  visitor: VisitorStore,
  { type = "track", event, time, original, properties }: EventDraft,
): TrackedEvent {
  const { anonymousId, loginId } = visitor.now();
  return {
    identities: {
      $identity_cookie_id: anonymousId,
      $identity_anonymous_id: anonymousId,
      ...(loginId !== null && { $identity_login_id: loginId }),
    },
    distinct_id: loginId ?? anonymousId,
    anonymous_id: anonymousId,
    ...(loginId !== null && { login_id: loginId }),
    ...(original !== undefined && { original_id: original }),
    type,
    ...(event !== undefined && { event }),
    time: time ?? Date.now(),
    _track_id: Math.floor(Math.random() * 2 ** 31),
    lib,
    properties: { ...(type !== "profile_set_once" && commonProperties(visitor)), ...properties },
  };
}

/** YYYY-MM-DD HH:mm:ss.SSS on the phone's clock, the format of Sensors. */
const sensorsTimeOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 23).replace("T", " ");

/** Attributes events to the logged-in person; a logout starts a new visitor (requirements D16, X11, X17). */
function followLogin(
  visitor: VisitorStore,
  send: (draft: EventDraft) => void,
  flush: EventSender["flush"],
): void {
  const update = (): void => {
    const openId = currentSession.user()?.openId ?? null;
    const { loginId, anonymousId } = visitor.now();
    if (openId === loginId) return;
    if (loginId !== null) {
      void flush();
      visitor.reset();
    }
    if (openId === null) return;
    const original = loginId === null ? anonymousId : visitor.now().anonymousId;
    visitor.change({ loginId: openId });
    send({ type: "track_signup", event: "$SignUp", original });
  };
  const updateAndLink = (): void => {
    update();
    void linkWithServer(visitor);
  };
  updateAndLink();
  currentSession.subscribe(updateAndLink);
}

/**
 * Links the browser with the logged-in person at the server, which believes the browser's secret only, not an event
 * (requirement X19). After a failure the link is retried at the next start or change of the session.
 */
async function linkWithServer(visitor: VisitorStore): Promise<void> {
  const { loginId, linkedId, proof } = visitor.now();
  if (loginId === null || loginId === linkedId || proof === "") return;
  // Set first, so that a change of the session meanwhile does not send it twice.
  visitor.change({ linkedId: loginId });
  try {
    const { sendVisitorLink } = await import("./link-visitor.ts");
    await sendVisitorLink(proof);
  } catch {
    if (visitor.now().proof === proof) visitor.change({ linkedId: null });
  }
}

/** Records the source of this visit. A visit from our own pages or a login keeps its source. */
function recordSource(visitor: VisitorStore): void {
  const { address, isInternal } = currentReferrer();
  const campaign = campaignProperties(location.search, "$latest_");
  if (isInternal && Object.keys(campaign).length === 0) return;
  const source = withPrefix(trafficSourceOf(address, location.search), "$latest_");
  visitor.change({ latest: { ...(isInternal ? visitor.now().latest : source), ...campaign } });
}

/** Tracks page views, one per navigation, and the profile of a new visitor. */
function createPages(
  visitor: VisitorStore,
  send: (draft: EventDraft) => void,
  begin: (since: number, page: PageProperties) => void,
  end: () => void,
) {
  let shown: string | null = null;
  let referrer = currentReferrer().address;
  return function show(url: string, title: string, time: number): void {
    const key = pageKeyOf(url);
    if (key === shown) return;
    const isFirst = shown === null;
    shown = key;
    end();
    const page = pagePropertiesOf(url, title);
    const $referrer = referrer;
    referrer = page.$url;
    if (isPreview(url)) return;
    const properties = {
      ...page,
      $referrer,
      $referrer_host: hostOfUrl($referrer),
      ...campaignProperties(location.search, "$"),
      $is_first_time: isFirst && visitor.isNew,
    };
    send({ event: "$pageview", time, properties });
    if (isFirst && visitor.isNew)
      send({
        type: "profile_set_once",
        properties: {
          $first_visit_time: sensorsTimeOf(new Date()),
          $first_browser_language: navigator.language.toLowerCase(),
          $first_browser_charset: document.characterSet,
          ...withPrefix(trafficSourceOf($referrer, location.search), "$first_"),
          ...campaignProperties(location.search, "$"),
        },
      });
    begin(time, page);
  };
}

/**
 * Passes inputs to the tracker: first the queued ones, one per task, or all at once when the page is left
 * meanwhile.
 */
async function drainTrackingInputs(track: (input: TrackingInput) => void): Promise<void> {
  const queue: TrackingInput[] = [];
  let isDrained = false;
  onTrackingInput((input) => (isDrained ? track(input) : void queue.push(input)));
  const trackAll = (): void => queue.splice(0).forEach(track);
  addEventListener("pagehide", trackAll);
  document.addEventListener("visibilitychange", () => document.hidden && trackAll());
  while (queue.length > 0) {
    await yieldToMain();
    const input = queue.shift();
    if (input) track(input);
  }
  isDrained = true;
}

/**
 * Starts behaviour tracking, once, in several short tasks (specification section 1, requirements X01–X17).
 */
export async function startTracker(): Promise<void> {
  const visitor = await createVisitor(currentSession.user() !== null);
  const sender = createEventSender(addressOf());
  const make = (draft: EventDraft): TrackedEvent => makeEvent(visitor, draft);
  // Uses the page of the event, not the current page, which may be another one by now.
  const send = (draft: EventDraft): void => {
    if (!isPreview(String(draft.properties?.["$url"] ?? location.href))) sender.send(make(draft));
  };
  const track = (event: string, properties: TrackedProperties): void => send({ event, properties });
  const stayTracker = createStayTracker({
    track,
    make: (event, properties) => make({ event, properties }),
    send: sender.send,
  });
  const show = createPages(visitor, send, stayTracker.begin, stayTracker.end);
  const begin = (): void => {
    if (!isPreview(location.href)) stayTracker.begin();
  };
  const click = (event: MouseEvent, properties: TrackedProperties, time: number): void => {
    const clicked = event.isTrusted ? clickProperties(event) : null;
    if (clicked !== null) send({ event: "$WebClick", time, properties: { ...properties, ...clicked } });
  };

  const listen = (): Promise<void> => {
    addEventListener("click", (event) => click(event, {}, Date.now()), { capture: true, passive: true });
    const drained = drainTrackingInputs((input) => {
      if ("page" in input) show(input.page.url, input.page.title, input.time);
      else if ("click" in input)
        click(input.click, pagePropertiesOf(input.on.url, input.on.title), input.time);
      else send(input);
    });
    addEventListener("scroll", stayTracker.scroll, { passive: true });
    addEventListener("resize", () => (viewport = null), { passive: true });
    addEventListener("pagehide", stayTracker.end);
    addEventListener("pageshow", begin);
    document.addEventListener("visibilitychange", () => (document.hidden ? stayTracker.end() : begin()));
    addEventListener("online", () => void sender.flush());
    return drained;
  };

  recordSource(visitor);
  const identify = (): void => followLogin(visitor, send, sender.flush);
  await runInTasks([identify, stayTracker.reportKilled, listen, sender.flush]);
}
