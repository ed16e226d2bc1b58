/** What composing a page says when it refuses. */
export const words = {
  linkOver: "编辑链接已失效，请向管理员要新的链接",
  savedMeanwhile: "有人在你之后保存过这个页面，请先载入最新版本；你写的内容还在",
  questionsMeanwhile: "有人在你之后改过报名问题，请先载入最新的",
  unknownVersion: "没有这个版本",
} as const;
