import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Link to the leads that the dealer's staff may call; null without one. */
export const leadLink = consumeStaffLink("check-in/leads", "leads");
/** Name of the person who calls. */
export const leadStaffName = staffNameStorage("leadsBy");
