/**
 * Consent of a person who leaves a lead; the full text is in consent-text.ts. The version is stored with the
 * lead (requirement M18): a changed text needs a new version.
 */
export const leadConsent = {
  version: "2026-11",
  /** Text around the link to the full text. */
  before: "同意",
  title: "《个人信息授权书》",
  after: "，仅用于本次活动联系",
} as const;
