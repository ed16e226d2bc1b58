import { refusalOf } from "../ui/failure.ts";
import { expire } from "./club-state.ts";

/** Does something that may be refused, and then something with what is on show. @returns whether it was done */
export async function act(work: () => Promise<unknown>, then: () => void): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    return false;
  }
  expire();
  then();
  return true;
}
