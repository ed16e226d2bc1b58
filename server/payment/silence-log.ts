import type { AppContext } from "../core/app-context.ts";
import { ChannelForged, ChannelSilent } from "./channel.ts";

/** Time between two log lines about one channel, ms. */
const LOG_INTERVAL = 30_000;

/**
 * Creates a function that logs a channel without an answer, or with a forged one; once for a while, since every question
 * fails meanwhile. It throws any other error.
 */
export function createSilenceLog(log: AppContext["log"]) {
  const logged = new Map<string, number>();
  return (error: unknown, way: string, step: string): void => {
    if (!(error instanceof ChannelSilent || error instanceof ChannelForged)) throw error;
    const now = performance.now();
    if (now - (logged.get(way) ?? -LOG_INTERVAL) < LOG_INTERVAL) return;
    logged.set(way, now);
    const isForged = error instanceof ChannelForged;
    const message = isForged ? "payment channel answer forged" : "payment channel unavailable";
    log.warn({ way, step, reason: error.message }, message);
  };
}
