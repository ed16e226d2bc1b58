/** What a solved slider is good for (contract section 4, requirement O04). */
export const captchaActions = ["signup", "lead", "koc", "link", "benefit", "sms"] as const;
export type CaptchaAction = (typeof captchaActions)[number];
