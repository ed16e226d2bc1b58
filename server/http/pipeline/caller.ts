import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** A logged-in person, as the session says. */
export type User = {
  readonly userId: string;
  readonly openId: string;
  readonly hasMobile: boolean;
  /** Opened when it is read, which costs more than finding the session: most ask only whether there is one, or whether it is this. */
  readonly mobile: string | null;
  isMobile(mobile: string): boolean;
  readonly owner: boolean;
  /** Of their verified cars. */
  readonly seriesCodes: readonly string[];
};

/** Who makes a call, and what came with it beside its arguments. */
export type Caller = {
  /** null: visitor */
  readonly user: User | null;
  /** The session token as sent; for ending the session only. */
  readonly token: string | null;
  /** The client's IP address; proxies count only by configuration. */
  readonly address: string;
  readonly userAgent: string;
  /** From a signed cookie made on first contact; no fingerprinting. */
  readonly device: { readonly id: string; /** ms since the epoch */ readonly since: number };
  readonly requestId: string;
  readonly captchaVerifyId: string | null;
  readonly idempotencyKey: string | null;
  /** The secret of a staff link, of a call whose body has no room for it. */
  readonly staffLink: string | null;
  readonly reply: { header(name: string, value: string): void };
  /** The body of a call that takes a picture, unread; null for others, and where none came. */
  readonly picture: Readable | null;
  /** Node's own objects, for the identity provider's library; null while rendering in process. */
  readonly raw: { request: IncomingMessage; response: ServerResponse } | null;
};

/** Whoever the server renders public pages for. */
export const visitor: Caller = {
  user: null,
  token: null,
  address: "127.0.0.1",
  userAgent: "",
  device: { id: "", since: 0 },
  requestId: "render",
  captchaVerifyId: null,
  idempotencyKey: null,
  staffLink: null,
  reply: { header: () => {} },
  picture: null,
  raw: null,
};

/** The user of a call whose `who` is not "anyone": Calls has refused visitors before. */
export function requireUser(caller: Caller): User {
  if (caller.user === null) throw new Error("a call without a user reached a handler that needs one");
  return caller.user;
}
