/**
 * Consent of an application as an owner (in the same way as requirement M18): text and version, which is
 * stored with it.
 */
export const ownerConsent = {
  version: "1",
  text: "同意将车架号与行驶证照片用于车主认证；照片在审核后 7 天内删除",
} as const;
