import type { Send } from "#contract/call.ts";

const load = () => import("./sending.ts");

/**
 * The one way to make a call from the browser; see sending.ts. What it is made of is loaded with
 * the first call, since the first screen comes rendered and makes none.
 */
export const send: Send = async (call, args, options) => (await load()).send(call, args, options);

/** Loads it beforehand: at the first touch, which a call may follow. */
export const warmSend = (): void => void load().catch(() => {}); // the call itself will say so
