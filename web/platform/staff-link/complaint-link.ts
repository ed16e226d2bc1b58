import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Link by which an operator decides complaints of the club; null without one. */
export const complaintLink = consumeStaffLink("complaints", "complaints");
/** Name of the person who decides. */
export const complaintStaffName = staffNameStorage("complaintsBy");
