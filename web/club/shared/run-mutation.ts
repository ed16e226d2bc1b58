import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { expireScreens } from "../club-state.ts";

/** Does something that may be refused, and then something with what is on show. @returns whether it was done */
export async function runMutation(work: () => Promise<unknown>, then: () => void): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (asRefusal(error) === null) throw error;
    return false;
  }
  expireScreens();
  then();
  return true;
}
