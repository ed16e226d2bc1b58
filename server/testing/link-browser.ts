import { randomBytes } from "node:crypto";
import { linkVisitor } from "#contract/tracking/visitor.ts";
import { anonymousIdOf } from "../tracking/visitor/rules.ts";
import type { TestApp } from "./app.ts";
import { requireSuccess } from "./erasure/full-club-member.ts";

/** A browser before its login: its secret and its id in events. */
export function newBrowser(): { readonly proof: string; readonly anonymousId: string } {
  const proof = randomBytes(16).toString("hex");
  return { proof, anonymousId: anonymousIdOf(proof) };
}
/** Links a new browser with the person of a session, as the tracker does after a login. @returns its anonymous id */
export async function linkBrowser(app: TestApp, token: string, browser = newBrowser()): Promise<string> {
  requireSuccess(await app.call(linkVisitor, { proof: browser.proof }, { token }));
  return browser.anonymousId;
}
