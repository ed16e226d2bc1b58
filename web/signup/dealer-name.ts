import type { NearOrganisation } from "#contract/organisation.ts";
import { formatDistance } from "../ui/format.ts";
import { words } from "./words.ts";

/** Below a dealer's name: how far and where. */
export const dealerPlace = ({ distance, address }: NearOrganisation): string =>
  distance === null ? address : words.away(formatDistance(distance), address);
