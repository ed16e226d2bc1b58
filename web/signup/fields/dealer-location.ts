import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { formatDistance } from "../../ui/display/format.ts";
import { signUpMessages } from "../messages.ts";

/** Distance and address below a dealer's name. */
export const dealerLocation = ({ distance, address }: NearOrganisation): string =>
  distance === null ? address : signUpMessages.away(formatDistance(distance), address);
