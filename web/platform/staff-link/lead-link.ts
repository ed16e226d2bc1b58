import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Whose leads the dealer's staff may call; null without a link. */
export const leadLink = consumeStaffLink("check-in/leads", "leads");
/** Who calls. */
export const leadStaffName = staffNameStorage("leadsBy");
