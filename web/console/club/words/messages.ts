/** Texts of the page of words that nobody may write. */
export const wordMessages = {
  list: "敏感词",
  hint: (count: number) => `共 ${count} 个`,
  file: "系统词库",
  fileHint: "由安装文件 CLUB_WORDS_FILE 提供，这里只能查看",
  add: "添加敏感词",
  addHint: "每行一个，也可以用逗号或顿号隔开；立即对新发布的内容、昵称和作品说明生效",
  addLabel: "敏感词",
  addSubmit: "添加",
  added: (added: number, known: number) =>
    known === 0 ? `已添加 ${added} 个` : `已添加 ${added} 个，${known} 个已在列表中`,
  remove: (word: string) => `移除「${word}」`,
  removed: (word: string) => `已移除「${word}」`,
  find: "查找",
  findHint: "查找敏感词",
  none: "没有符合的词",
  empty: {
    title: "还没有敏感词",
    text: "添加后，含有这些词的内容不能发布；全角、繁体、夹杂符号的写法同样会被识别",
  },
  addedBy: (by: string | null, time: string) => (by === null ? time : `${by} · ${time}`),
  try: "检测一段内容",
  tryLabel: "内容",
  tryHint: "内容不会被保存",
  trySubmit: "检测",
  clean: "没有敏感词，可以发布",
  found: (words: string) => `不能发布，含有：${words}`,
} as const;
