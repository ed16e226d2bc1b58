/**
 * Full text of `leadConsent`, a paragraph each; a separate file because few people open it. A change requires
 * a new version in `leadConsent` (requirement M18).
 */
export const leadConsentText = [
  "为了就本次活动与你联系，我们会收集你填写的姓名、手机号、所在城市、意向车系和门店。",
  "这些信息仅提供给本次活动的主办方和你选择的门店，用于一次回访和活动通知，不会用于其他用途，也不会提供给其他第三方。",
  "活动结束后 180 天内未成为预约或订单的信息会被删除。你可以随时在活动页面撤回，撤回后姓名和手机号立即删除。",
] as const;
