import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Device } from "../security/device-cookie.ts";
import type { DeviceProofKind } from "../security/device-proof.ts";

/** A signed-in person, from the session. */
export type User = {
  readonly userId: string;
  readonly openId: string;
  readonly hasMobile: boolean;
  /** Decrypted when it is read, which costs more than finding the session; most calls need `hasMobile` or `isMobile` only. */
  readonly mobile: string | null;
  isMobile(mobile: string): boolean;
  readonly owner: boolean;
  /** Series of the verified cars. */
  readonly seriesCodes: readonly string[];
  /** Time from the last marked write of the person to the look-up of the session, ms; infinite: none; null: unknown. */
  readonly msSinceWrite: number | null;
};

/** The caller of a call, and the parts of the request beside its arguments. */
export type Caller = {
  /** null: visitor */
  readonly user: User | null;
  /** The session token as sent, to end the session. */
  readonly token: string | null;
  /** The client's IP address (see TRUST_PROXY). */
  readonly address: string;
  readonly userAgent: string;
  /** From a signed cookie that the first response sets; no fingerprinting. */
  readonly device: Device;
  /** Records that the caller has logged in or solved the slider, which makes the device a known one. */
  readonly proveDevice: (by: DeviceProofKind) => void;
  readonly requestId: string;
  readonly captchaVerifyId: string | null;
  readonly idempotencyKey: string | null;
  /** The secret of a staff link, for a call whose body has no field for it. */
  readonly staffLink: string | null;
  readonly reply: { header(name: string, value: string): void };
  /** The unread body of a call with a picture; null: another call, or no body. */
  readonly picture: Readable | null;
  /** Node's own objects, for the library of the identity provider; null while rendering in process. */
  readonly raw: { request: IncomingMessage; response: ServerResponse } | null;
};

/** The caller for whom the server renders public pages. */
export const visitor: Caller = {
  user: null,
  token: null,
  address: "127.0.0.1",
  userAgent: "",
  device: { id: "", since: 0, proof: null },
  proveDevice: () => {},
  requestId: "render",
  captchaVerifyId: null,
  idempotencyKey: null,
  staffLink: null,
  reply: { header: () => {} },
  picture: null,
  raw: null,
};

/** Returns the user of a call whose `audience` is not "anyone"; RpcRouter has refused visitors before. */
export function requireUser(caller: Caller): User {
  if (caller.user === null) throw new Error("a call without a user reached a handler that needs one");
  return caller.user;
}
