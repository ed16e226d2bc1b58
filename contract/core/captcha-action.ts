/** Actions that a solved slider captcha can authorise (contract section 4, requirement O04). */
export const captchaActions = ["signup", "lead", "koc", "link", "benefit", "sms", "order"] as const;
export type CaptchaAction = (typeof captchaActions)[number];
