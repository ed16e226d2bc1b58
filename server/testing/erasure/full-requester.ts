import { newId } from "../../core/ids.ts";
import { insertRequest, setCopy, setIdentified } from "../../privacy/console/request-store.ts";
import type { TestApp } from "../app.ts";

/** Has an operator take in a request for a copy, which waits to be fetched. */
export async function askForCopy({ context: { db, clock } }: TestApp, userId: string): Promise<void> {
  const now = new Date(clock.now());
  const act = { requestId: newId(), by: "1", now };
  const asked = { kind: "export", channel: "phone", received: now, due: now, takenBy: "1" } as const;
  await insertRequest(db, { ...act, ...asked, words: "要一份自己的资料" });
  await setIdentified(db, act, userId, "mobile");
  await setCopy(db, act, "一份副本");
}
