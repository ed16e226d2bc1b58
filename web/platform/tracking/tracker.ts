import { dianshangTypeOf, projectOf } from "#contract/tracking-names.ts";
import { channelNow } from "../channel.ts";
import { viewpointNow } from "../city.ts";
import { clientNow } from "../client.ts";
import { session } from "../login/session.ts";
import { siteNow } from "../site.ts";
import { inTasks, nextTask } from "../tasks.ts";
import { onTold, type Told } from "../track.ts";
import { clickOf } from "./clicks.ts";
import type { EventType, Properties, TrackedEvent } from "./event.ts";
import { factsOf, hostOf, isPreview, pageKeyOf, pageNow, type PageFacts } from "./page.ts";
import { createSender, type Sender } from "./sender.ts";
import { campaignOf, prefixed, referrerNow, sourceOf } from "./source.ts";
import { createStays } from "./stays.ts";
import { createVisitor, today, type VisitorStore } from "./visitor.ts";

const lib = { $lib: "js", $lib_method: "code", $lib_version: "1.26.17" };

/** The collector's address for this host (requirements X12, X13). */
const addressOf = (): string =>
  `${siteNow().collectorUrl ?? new URL("/sa", location.origin).href}?project=${projectOf(clientNow())}`;

/** CSS pixels; kept until they change: asked while a page is left, the browser would lay that out once more first. */
let viewport: { readonly width: number; readonly height: number } | null = null;
const viewportNow = () => (viewport ??= { width: innerWidth, height: innerHeight });

/** What every event tells (docs/tracking.md). */
function commonProperties(visitor: VisitorStore): Properties {
  const client = clientNow();
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
    $is_first_day: firstDay === today(),
    platform_type: client,
    dianshang_type: dianshangTypeOf(client),
    city_code: viewpointNow().cityCode,
    ...channelNow(),
    ...pageNow(),
  };
}

type Made = { type?: EventType; event?: string; time?: number; original?: string; properties?: Properties };
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
function followLogin(visitor: VisitorStore, send: (made: Made) => void, flush: Sender["flush"]): void {
  const look = (): void => {
    const openId = session.user()?.openId ?? null;
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
  session.subscribe(look);
}

/** Where this visit came from; a visit that came from our own pages, or a login's, goes on as it was. */
function noteSource(visitor: VisitorStore): void {
  const { address, isOurs } = referrerNow();
  const campaign = campaignOf(location.search, "$latest_");
  if (isOurs && Object.keys(campaign).length === 0) return;
  const source = prefixed(sourceOf(address, location.search), "$latest_");
  visitor.change({ latest: { ...(isOurs ? visitor.now().latest : source), ...campaign } });
}

/** Page views, one per navigation, and what began with the first one ever. */
function createPages(
  visitor: VisitorStore,
  send: (made: Made) => void,
  begin: (since: number, page: PageFacts) => void,
  end: () => void,
) {
  let shown: string | null = null;
  let before = referrerNow().address;
  return function show(url: string, title: string, time: number): void {
    const key = pageKeyOf(url);
    if (key === shown) return;
    const isFirst = shown === null;
    shown = key;
    end();
    const page = factsOf(url, title);
    const $referrer = before;
    before = page.$url;
    if (isPreview(url)) return;
    const properties = {
      ...page,
      $referrer,
      $referrer_host: hostOf($referrer),
      ...campaignOf(location.search, "$"),
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
          ...prefixed(sourceOf($referrer, location.search), "$first_"),
          ...campaignOf(location.search, "$"),
        },
      });
    begin(time, page);
  };
}

/**
 * Hears what is told from now on, and before that what was told until now, one a task; all of it at
 * once where the page is left meanwhile.
 */
async function hear(take: (told: Told) => void): Promise<void> {
  const waiting: Told[] = [];
  let isThrough = false;
  onTold((told) => (isThrough ? take(told) : void waiting.push(told)));
  const takeAll = (): void => waiting.splice(0).forEach(take);
  addEventListener("pagehide", takeAll);
  document.addEventListener("visibilitychange", () => document.hidden && takeAll());
  while (waiting.length > 0) {
    await nextTask();
    const told = waiting.shift();
    if (told) take(told);
  }
  isThrough = true;
}

/** Starts behaviour tracking, once, in several short tasks (specification section 1, requirements X01–X17). */
export async function startTracker(): Promise<void> {
  const visitor = createVisitor();
  const sender = createSender(addressOf());
  const make = (made: Made): TrackedEvent => makeEvent(visitor, made);
  // What is told of a page that was left is told of that one, wherever one is by now.
  const send = (made: Made): void => {
    if (!isPreview(String(made.properties?.["$url"] ?? location.href))) sender.send(make(made));
  };
  const track = (event: string, properties: Properties): void => send({ event, properties });
  const stays = createStays({
    track,
    make: (event, properties) => make({ event, properties }),
    send: sender.send,
  });
  const show = createPages(visitor, send, stays.begin, stays.end);
  const begin = (): void => {
    if (!isPreview(location.href)) stays.begin();
  };
  const click = (event: MouseEvent, properties: Properties, time: number): void => {
    const told = event.isTrusted ? clickOf(event) : null;
    if (told !== null) send({ event: "$WebClick", time, properties: { ...properties, ...told } });
  };

  const listen = (): Promise<void> => {
    addEventListener("click", (event) => click(event, {}, Date.now()), { capture: true, passive: true });
    const heard = hear((told) => {
      if ("page" in told) show(told.page.url, told.page.title, told.time);
      else if ("click" in told) click(told.click, factsOf(told.on.url, told.on.title), told.time);
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
  await inTasks([identify, stays.reportKilled, listen, sender.flush]);
}
