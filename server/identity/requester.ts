import { headers } from "#contract/core/headers.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import { networkPrefix } from "../http/network/ip-network.ts";

/** The parts of a caller by which a later call of the same browser or app is recognised. */
export type RequestingCaller = Pick<Caller, "address" | "device" | "user" | "raw">;

/** Requester of an SMS code or a login. All keys are plain texts, which are stored as keyed hashes only. */
export type Requester = {
  /** Keys of the device: its token (header X-Device-Token) and its cookie, also one that this response sets. */
  readonly deviceKeys: readonly string[];
  /** Keys of the device and of the session's user. */
  readonly keys: readonly string[];
  /** Address of the household or phone (`networkPrefix`). */
  readonly network: string;
  /** Whether the request carried neither a device token nor a device cookie; such a client may keep none. */
  readonly isUnmarked: boolean;
};

/** A device token is a secret that the client has chosen at random: at least 128 bits in base64url. */
const deviceTokenPattern = /^[A-Za-z0-9_-]{22,128}$/;

function deviceTokenOf({ raw }: RequestingCaller): string | null {
  const value = raw?.request.headers[headers.deviceToken.toLowerCase()];
  return typeof value === "string" && deviceTokenPattern.test(value) ? value : null;
}

/**
 * Names the requester behind a call (requirement F22). Browsers are recognised by the device cookie, apps without cookies
 * by the header X-Device-Token, people who are logged in by their session as well.
 */
export function requesterOf(caller: RequestingCaller): Requester {
  const { device, user, address } = caller;
  const token = deviceTokenOf(caller);
  const deviceKeys = [
    ...(token === null ? [] : [`token ${token}`]),
    ...(device.id === "" ? [] : [`device ${device.id}`]),
  ];
  return {
    deviceKeys,
    keys: user === null ? deviceKeys : [...deviceKeys, `user ${user.userId}`],
    network: networkPrefix(address),
    isUnmarked: token === null && (device.id === "" || device.isNew === true),
  };
}
