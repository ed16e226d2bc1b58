import type { ActivityContent } from "#contract/console/activity/content.ts";
import type { ClonePart, createActivity } from "#contract/console/activity/activities.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { DAY } from "#contract/core/date-text.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { ActivityUpsert } from "../../activity/index.ts";
import { catalogueMessages } from "../messages.ts";
import { consoleActivityMessages } from "./messages.ts";

const HOUR = 3_600_000;
type NewActivityArgs = ParsedOperatorArgs<typeof createActivity>;
type Place = { readonly longitude: number; readonly latitude: number };

/** A new activity: two weeks from now, ten to noon, sign-up from tomorrow on until the evening before. */
export function emptyActivity(
  { title, cityCode, ...given }: NewActivityArgs,
  activityId: string,
  { longitude, latitude }: Place,
  now: number,
): ActivityUpsert {
  const day = startOfShanghaiDay(now) + 14 * DAY;
  const name = title.trim() || consoleActivityMessages.untitled;
  return {
    activityId,
    title: name,
    subtitle: "",
    coverUrl: "",
    activityType: given.activityType,
    pageType: given.pageType,
    businessType: given.businessType,
    sponsorLevel1: given.sponsorLevel1,
    sponsorLevel2: given.sponsorLevel2,
    sec: given.sec,
    processKey: given.processKey,
    nodeKey: given.nodeKey,
    startTime: day + 10 * HOUR,
    endTime: day + 12 * HOUR,
    signUpStartTime: startOfShanghaiDay(now) + DAY,
    signUpEndTime: day - 4 * HOUR,
    provinceCode: `${cityCode.slice(0, 2)}0000`,
    cityCode,
    address: "",
    longitude,
    latitude,
    quota: null,
    seriesCodes: [],
    tags: [],
    fee: catalogueMessages.free,
    dealerId: null,
    dealerIds: [],
    content: "",
    agenda: [],
    form: [],
    benefits: [],
    rules: "",
    // Empty texts of sharing are those of the page (judge.ts).
    share: { title: "", desc: "", imgUrl: "" },
    asks: { series: false, dealer: false, session: false },
    blocks: [],
    sessions: [],
  };
}

const movedBy =
  (shift: number) =>
  (time: string): number =>
    Date.parse(time) + shift;

type Copy = {
  readonly activityId: string;
  readonly title: string;
  readonly parts: ReadonlySet<ClonePart>;
  /** ms */
  readonly shift: number;
  readonly sponsorLevel1: ActivityContent["sponsorLevel1"];
  readonly sponsorLevel2: string | null;
  readonly newSessionId: () => string;
};
/**
 * A copy of an activity with the ticked parts, under new ids; counters begin at 0, and people, codes and links are no
 * part of content (requirement CO49).
 */
export function copyOf(
  source: ActivityContent,
  { parts, shift, newSessionId, ...copy }: Copy,
): ActivityUpsert {
  const moved = movedBy(shift);
  const { isPublished: _shown, cancelReason: _reason, sec: _sec, processKey: _key, ...content } = source;
  const hasContent = parts.has("content");
  const sessions = parts.has("sessions") ? source.sessions : [];
  return {
    ...content,
    activityId: copy.activityId,
    title: copy.title,
    sponsorLevel1: copy.sponsorLevel1,
    sponsorLevel2: copy.sponsorLevel2,
    startTime: moved(source.startTime),
    endTime: moved(source.endTime),
    signUpStartTime: moved(source.signUpStartTime),
    signUpEndTime: moved(source.signUpEndTime),
    subtitle: hasContent ? source.subtitle : "",
    content: hasContent ? source.content : "",
    agenda: hasContent ? source.agenda : [],
    rules: hasContent ? source.rules : "",
    benefits: parts.has("benefits")
      ? source.benefits.map((benefit, at) => ({ ...benefit, benefitId: `${copy.activityId}-${at + 1}` }))
      : [],
    form: parts.has("form") ? source.form : [],
    asks: {
      series: parts.has("form") && source.asks.series,
      dealer: parts.has("form") && source.asks.dealer,
      session: sessions.length > 0,
    },
    share: parts.has("share")
      ? source.share
      : { title: copy.title, desc: hasContent ? source.subtitle : "", imgUrl: source.coverUrl },
    blocks: parts.has("page") ? source.blocks : [],
    sessions: sessions.map((session) => ({
      sessionId: newSessionId(),
      dealerId: session.dealerId,
      startTime: moved(session.startTime),
      endTime: moved(session.endTime),
      quota: session.quota,
      taken: 0,
    })),
  };
}
