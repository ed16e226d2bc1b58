import type { Organisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { posterMessages } from "./messages.ts";

/** Returns the dealer's name, else the address; for online activities a fixed text. */
export function placeText(activity: {
  activity_type: "localoffline" | "online";
  dealer: Pick<Organisation, "name" | "status"> | null;
  address: string;
}): string {
  if (activity.activity_type === "online") return posterMessages.online;
  return activity.dealer === null ? activity.address : dealerDisplayName(activity.dealer);
}
