import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Whom the dealer's staff may check in; null without a link. */
export const checkInLink = consumeStaffLink("check-in", "checkIn");
/** Who checks in. */
export const checkInStaffName = staffNameStorage("checkInBy");
