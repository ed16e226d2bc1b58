import type { ListedRightsRequest, RightsRequestState } from "#contract/console/watch/rights-requests.ts";
import { Badge, type Tone } from "../kit/display/badge.tsx";
import { rightsRequestMessages as texts } from "./messages.ts";

const tones: Readonly<Record<RightsRequestState, Tone>> = {
  taken: "warn",
  identified: "info",
  copyReady: "info",
  erasureAsked: "warn",
  handled: "accent",
  closed: "mute",
};
/** State of a request. */
export const RequestBadge = ({ request }: { request: Pick<ListedRightsRequest, "state"> }) => (
  <Badge tone={tones[request.state]}>{texts.states[request.state]}</Badge>
);
