import type { Send } from "#contract/core/call.ts";

const load = () => import("./send-with-recovery.ts");

/**
 * The one way to make a call from the browser; see sending.ts. What it is made of is loaded with
 * the first call, since the first screen comes rendered and makes none.
 */
export const send: Send = async (call, args, options) => (await load()).sendWithRecovery(call, args, options);

/** Loads it beforehand: at the first touch, which a call may follow. */
export const preloadSend = (): void => void load().catch(() => {}); // the call itself will say so
