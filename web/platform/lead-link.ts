import { staffName, takeStaffLink } from "./staff-link.ts";

/** Whose leads the dealer's staff may call; null without a link. */
export const leadLink = takeStaffLink("check-in/leads", "leads");
/** Who calls. */
export const leadBy = staffName("leadsBy");
