import { staffName, takeStaffLink } from "./staff-link.ts";

/** By which an operator decides complaints of the car club; null without a link. */
export const complaintLink = takeStaffLink("complaints", "complaints");
/** Who decides. */
export const complaintBy = staffName("complaintsBy");
