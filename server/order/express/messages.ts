/** Answers to the express service's reports, as it expects them. */
export const expressAnswers = {
  stored: { result: true, returnCode: "200", message: "成功" },
  failed: { result: false, returnCode: "500", message: "失败" },
} as const;
