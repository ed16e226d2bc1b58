import type { KocReviewState } from "#contract/console/koc/applications.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { kocPageMessages } from "./messages.ts";

const tones: Readonly<Record<KocReviewState, Tone>> = { waiting: "warn", accepted: "ok", declined: "mute" };
/** State of an application. */
export const KocBadge = ({ state }: { state: KocReviewState }) => (
  <Badge tone={tones[state]}>{kocPageMessages.states[state]}</Badge>
);
