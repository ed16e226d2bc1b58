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

/** CSS pixels; kept until they change: asked while a page is left, the browser would lay that out once more first. */
let viewport: { readonly width: number; readonly height: number } | null = null;
const viewportNow = () => (viewport ??= { width: innerWidth, height: innerHeight });

/** What every event tells (docs/tracking.md). */
function commonProperties(visitor: VisitorStore): TrackedProperties {
  const client = currentClient();
  const { width, height } = screen;
  const seen = viewportNow();
  const { firstDay, latest } = visitor.now();
  return {
    $timezone_offset: new Date().getTimezoneOffset(),
    $screen_width: width,
    $screen_height: height,
    $viewport_width: seen.width,
    $viewport_height: seen.height,
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

type Made = {
  type?: EventType;
  event?: string;
  time?: number;
  original?: string;
  properties?: TrackedProperties;
};
function makeEvent(
  visitor: VisitorStore,
  { type = "track", event, time, original, properties }: Made,
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

/** YYYY-MM-DD HH:mm:ss.SSS on the phone's clock, as Sensors writes moments. */
const momentOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 23).replace("T", " ");

/** Who is logged in is who the events are of; a logout is another visitor (requirements D16, X11, X17). */
function followLogin(visitor: VisitorStore, send: (made: Made) => void, flush: EventSender["flush"]): void {
  const look = (): void => {
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
  look();
  currentSession.subscribe(look);
}

/** Where this visit came from; a visit that came from our own pages, or a login's, goes on as it was. */
function noteSource(visitor: VisitorStore): void {
  const { address, isOurs } = currentReferrer();
  const campaign = campaignProperties(location.search, "$latest_");
  if (isOurs && Object.keys(campaign).length === 0) return;
  const source = withPrefix(trafficSourceOf(address, location.search), "$latest_");
  visitor.change({ latest: { ...(isOurs ? visitor.now().latest : source), ...campaign } });
}

/** Page views, one per navigation, and what began with the first one ever. */
function createPages(
  visitor: VisitorStore,
  send: (made: Made) => void,
  begin: (since: number, page: PageProperties) => void,
  end: () => void,
) {
  let shown: string | null = null;
  let before = currentReferrer().address;
  return function show(url: string, title: string, time: number): void {
    const key = pageKeyOf(url);
    if (key === shown) return;
    const isFirst = shown === null;
    shown = key;
    end();
    const page = pagePropertiesOf(url, title);
    const $referrer = before;
    before = page.$url;
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
          $first_visit_time: momentOf(new Date()),
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
 * Hears what is told from now on, and before that what was told until now, one a task; all of it at
 * once where the page is left meanwhile.
 */
async function drainTrackingInputs(take: (told: TrackingInput) => void): Promise<void> {
  const waiting: TrackingInput[] = [];
  let isThrough = false;
  onTrackingInput((told) => (isThrough ? take(told) : void waiting.push(told)));
  const takeAll = (): void => waiting.splice(0).forEach(take);
  addEventListener("pagehide", takeAll);
  document.addEventListener("visibilitychange", () => document.hidden && takeAll());
  while (waiting.length > 0) {
    await yieldToMain();
    const told = waiting.shift();
    if (told) take(told);
  }
  isThrough = true;
}

/** Starts behaviour tracking, once, in several short tasks (specification section 1, requirements X01–X17). */
export async function startTracker(): Promise<void> {
  const visitor = createVisitor();
  const sender = createEventSender(addressOf());
  const make = (made: Made): TrackedEvent => makeEvent(visitor, made);
  // What is told of a page that was left is told of that one, wherever one is by now.
  const send = (made: Made): void => {
    if (!isPreview(String(made.properties?.["$url"] ?? location.href))) sender.send(make(made));
  };
  const track = (event: string, properties: TrackedProperties): void => send({ event, properties });
  const stays = createStayTracker({
    track,
    make: (event, properties) => make({ event, properties }),
    send: sender.send,
  });
  const show = createPages(visitor, send, stays.begin, stays.end);
  const begin = (): void => {
    if (!isPreview(location.href)) stays.begin();
  };
  const click = (event: MouseEvent, properties: TrackedProperties, time: number): void => {
    const told = event.isTrusted ? clickProperties(event) : null;
    if (told !== null) send({ event: "$WebClick", time, properties: { ...properties, ...told } });
  };

  const listen = (): Promise<void> => {
    addEventListener("click", (event) => click(event, {}, Date.now()), { capture: true, passive: true });
    const heard = drainTrackingInputs((told) => {
      if ("page" in told) show(told.page.url, told.page.title, told.time);
      else if ("click" in told) click(told.click, pagePropertiesOf(told.on.url, told.on.title), told.time);
      else send(told);
    });
    addEventListener("scroll", stays.scroll, { passive: true });
    addEventListener("resize", () => (viewport = null), { passive: true });
    addEventListener("pagehide", stays.end);
    addEventListener("pageshow", begin);
    document.addEventListener("visibilitychange", () => (document.hidden ? stays.end() : begin()));
    addEventListener("online", () => void sender.flush());
    return heard;
  };

  noteSource(visitor);
  const identify = (): void => followLogin(visitor, send, sender.flush);
  await runInTasks([identify, stays.reportKilled, listen, sender.flush]);
}
