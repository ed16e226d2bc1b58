import { staffName, takeStaffLink } from "./staff-link.ts";

/** Whom the dealer's staff may check in; null without a link. */
export const checkInLink = takeStaffLink("check-in", "checkIn");
/** Who checks in. */
export const checkInBy = staffName("checkInBy");
