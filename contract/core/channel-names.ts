/**
 * Marketing parameters of a landing address (contract section 6); separate from their schema so that scripts
 * can use the names without zod.
 */
export const channelNames = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "mz_ca",
  "mz_sp",
  "global_id",
  "from",
] as const;
export type ChannelName = (typeof channelNames)[number];
