import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** The compose link that this page was opened with; null without one. */
export const composeLink = consumeStaffLink("compose", "compose");
/** Name of the person who composes. */
export const composeStaffName = staffNameStorage("composeBy");
