import { consoleActivityTexts } from "./activity/messages.ts";
import { dealerPageMessages } from "./dealer/messages.ts";
import { guestPageMessages } from "./guest/messages.ts";
import { invitationPageMessages } from "./invitation/messages.ts";
import { linkPageMessages } from "./link/messages.ts";
import { operatorMessages } from "./operators/messages.ts";
import type { SearchSource } from "./shell/index.ts";

/**
 * Acts that the search of the head offers by their name to operators with the right. Things and people are found by the
 * server (server/console/search/sources.ts).
 */
export const searchSources: readonly SearchSource[] = [
  { right: "activity.write", label: consoleActivityTexts.create, to: "/activities?new=1" },
  { right: "signup.write", least: "one", label: guestPageMessages.add, to: "/guests?new=1" },
  { right: "link.make", label: linkPageMessages.make, to: "/links?new=1" },
  { right: "invitation.issue", label: invitationPageMessages.issue, to: "/invitations?new=1" },
  { right: "dealer.write", label: dealerPageMessages.add, to: "/dealers/new" },
  { right: "operator.manage", label: operatorMessages.inviteOperator, to: "/system/operators?new=1" },
];
