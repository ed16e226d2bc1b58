import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Check-in link of the dealer's staff; null without one. */
export const checkInLink = consumeStaffLink("check-in", "checkIn");
/** Name of the person who checks in guests. */
export const checkInStaffName = staffNameStorage("checkInBy");
