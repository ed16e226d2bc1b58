/** What applying as an owner asks consent for (requirement M18's way): text and version, which is kept with it. */
export const ownerConsent = {
  version: "1",
  text: "同意将车架号与行驶证照片用于车主认证；照片在审核后 7 天内删除",
} as const;
