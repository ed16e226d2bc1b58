import { useEffect, useEffectEvent } from "react";
import { currentPath } from "../navigation/current-path.ts";
import { currentSession } from "../session/session.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";
import { whenLoginSettled } from "./login-lock.ts";

/** Actions of one tap that a person without a mobile can begin, and that go on after the binding. */
export type KeptActionName = "claim" | "enroll" | "invitation" | "vote";

/** An action that waits for a mobile; kept in this tab, since the binding leaves the page. */
type KeptAction = {
  readonly name: KeptActionName;
  /** Object of the action, for example an id. */
  readonly value: string;
  /** Path of the page on which it was begun. */
  readonly path: string;
  /** Ms since the epoch. */
  readonly time: number;
};

const KEY = sessionKey("keptAction");
/** Time after which an action is no longer what the person wants now, ms. */
const LIFETIME = 15 * 60_000;

const read = (): KeptAction | null => {
  try {
    return JSON.parse(safeSessionStorage.get(KEY) ?? "null") as KeptAction | null;
  } catch {
    return null;
  }
};

/** Actions that this page has repeated: refused once more, they do not leave the page again by themselves. */
const repeated = new Set<string>();
const keyOf = (name: KeptActionName, value: string): string => `${name} ${value}`;

/** Keeps an action for the return from the binding. @returns false if it was repeated already: nothing is kept */
export function keepAction(name: KeptActionName, value: string): boolean {
  if (repeated.delete(keyOf(name, value))) return false;
  const kept: KeptAction = { name, value, path: currentPath(), time: Date.now() };
  safeSessionStorage.set(KEY, JSON.stringify(kept));
  return true;
}
/** Forgets the kept action, as when the binding cannot begin. */
export const forgetAction = (): void => safeSessionStorage.remove(KEY);

/**
 * Takes the action that was begun on this page, if the person has a mobile now; without one they have turned back, and
 * it is forgotten.
 * @returns its value; null when there is none
 */
function takeAction(name: KeptActionName): string | null {
  const kept = read();
  if (kept?.name !== name || kept.path !== currentPath()) return null;
  forgetAction();
  const age = Date.now() - kept.time;
  if (!currentSession.user()?.mobile || !(age >= 0 && age < LIFETIME)) return null;
  repeated.add(keyOf(name, kept.value));
  return kept.value;
}

/**
 * Goes on with what a person without a mobile began on this page, when they return with one (requirement E21): once.
 * @param repeat gets the value that was kept
 */
export function useKeptAction(name: KeptActionName, repeat: (value: string) => void): void {
  const run = useEffectEvent(repeat);
  useEffect(() => {
    let isCurrent = true;
    if (read()?.name === name)
      void whenLoginSettled().then(() => {
        const value = isCurrent ? takeAction(name) : null;
        if (value !== null) run(value);
      });
    return () => {
      isCurrent = false;
    };
  }, [name]);
}
