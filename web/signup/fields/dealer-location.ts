import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { formatDistance } from "../../ui/display/format.ts";
import { signUpMessages } from "../messages.ts";

/** Below a dealer's name: how far and where. */
export const dealerLocation = ({ distance, address }: NearOrganisation): string =>
  distance === null ? address : signUpMessages.away(formatDistance(distance), address);
