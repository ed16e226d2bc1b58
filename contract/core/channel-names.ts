/** What a landing address may carry (contract section 6), apart from its schema. */
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
