import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** By which an operator decides complaints of the car club; null without a link. */
export const complaintLink = consumeStaffLink("complaints", "complaints");
/** Who decides. */
export const complaintStaffName = staffNameStorage("complaintsBy");
