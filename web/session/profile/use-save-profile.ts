import { useState } from "react";
import type { ArgsOf } from "#contract/core/call.ts";
import { changeProfile } from "#contract/session/profile.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";

export type ProfileChanges = ArgsOf<typeof changeProfile>;

/**
 * Saves changes of the person's nickname and picture, and updates what the browser knows of them.
 * @param onSaved called once they are saved, or nothing had to be
 */
export function useSaveProfile(onSaved: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const save = async (changes: ProfileChanges, message: string): Promise<void> => {
    if (Object.keys(changes).length === 0) return onSaved();
    setBusy(true);
    setFaults({});
    try {
      const userInfo = await send(changeProfile, changes);
      // The login may have been renewed by the call.
      const accessToken = currentSession.token();
      if (accessToken !== null) currentSession.save({ accessToken, userInfo });
      showToast(message);
      onSaved();
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      setFaults(refusal.fields);
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy, faults, setFaults };
}
