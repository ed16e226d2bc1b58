/**
 * What a person agrees to when leaving a lead; the whole text stands in lead-consent-text.ts. The version is
 * kept with the lead (requirement M18): whoever changes the text gives it a new one.
 */
export const leadConsent = {
  version: "2026-11",
  /** Around the link to the whole text. */
  before: "同意",
  title: "《个人信息授权书》",
  after: "，仅用于本次活动联系",
} as const;
