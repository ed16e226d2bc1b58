import type { Send } from "#contract/core/call.ts";

const load = () => import("./send-with-recovery.ts");

/**
 * Sends a call from the browser; see send-with-recovery.ts. Loads that module with the first call, since the
 * first screen is rendered by the server and makes no call.
 */
export const send: Send = async (call, args, options) => (await load()).sendWithRecovery(call, args, options);

/** Preloads the module at the first touch, which a call may follow. */
export const preloadSend = (): void => void load().catch(() => {}); // the call itself reports a failure
