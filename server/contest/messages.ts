/** Messages of contests. */
export const contestMessages = {
  unknown: "这个活动没有作品和投票",
  noEntry: "作品不存在，或作者已撤回",
  notStarted: "投票还没有开始",
  over: "投票已结束",
  noVoteLeft: { day: "今天的票已投完，明天再来", once: "你的票已投完" },
  ownEntry: "不能投给自己的作品",
  needsSignUp: "请先报名，再投作品",
  noEntryLeft: (most: number) => `每人最多 ${most} 件作品`,
  pictureExpired: "照片已失效，请重新选择",
  captionMissing: "请填写一句话",
  forbiddenWord: "文字里有不合适的词，请修改",
  deletedUser: "已注销用户",
  invalidCursor: "翻页位置不正确",
} as const;
