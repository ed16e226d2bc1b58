import type { ListedStaffLink } from "#contract/console/basics/links.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { linkPageMessages as texts } from "./messages.ts";

const tones: Readonly<Record<ListedStaffLink["state"], Tone>> = {
  valid: "info",
  expired: "mute",
  revoked: "mute",
};
/** State of a link; one that is in use says so. */
export const LinkBadge = ({ state, isInUse }: Pick<ListedStaffLink, "state" | "isInUse">) =>
  isInUse ? (
    <Badge tone="ok" hasDot>
      {texts.inUse}
    </Badge>
  ) : (
    <Badge tone={tones[state]}>{texts.states[state]}</Badge>
  );

/** The thing that a link is for: its activity, or the club. */
export const linkSubject = ({ kind, activityTitle, activityId }: ListedStaffLink): string =>
  kind === "complaints" ? texts.club : (activityTitle ?? activityId ?? "");

/** Purpose and thing of a link, as a row is named. */
export const linkName = (link: ListedStaffLink): string => `${texts.kinds[link.kind]} · ${linkSubject(link)}`;

/** Part of the activity that a link is limited to; "": none. */
export const linkPart = ({ dealerName, sessionTime }: ListedStaffLink): string =>
  [dealerName, sessionTime && texts.session(formatShort(sessionTime))].filter(Boolean).join(" · ");

/** Name of whoever made a link, else the door by which it was made. */
export const linkMaker = ({ madeBy, door }: ListedStaffLink): string =>
  madeBy ?? (door === null ? texts.unknownMaker : texts.doors[door]);
