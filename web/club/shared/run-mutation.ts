import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { expireScreens } from "../club-state.ts";

/**
 * Runs a mutation that may be refused; on success drops the cached screens and updates the visible one. The call
 * itself shows a refusal.
 * @returns whether the mutation succeeded
 */
export async function runMutation(mutation: () => Promise<unknown>, onSuccess: () => void): Promise<boolean> {
  try {
    await mutation();
  } catch (error) {
    if (asRefusal(error) === null) throw error;
    return false;
  }
  expireScreens();
  onSuccess();
  return true;
}
