/** Texts of editing an article. */
export const editArticleMessages = {
  visitor: { title: "登录后编辑文章", text: "自己写的文章，登录后可以修改" },
  notEditable: {
    title: "这篇文章不能编辑",
    text: "它不是你写的，或已被删除、隐藏，或你已不在那个车友会里。",
  },
  /** The article was edited elsewhere since the draft was started. */
  elsewhere: "这篇文章在别处改过。下面是你写的，保存后会替换现在的内容。",
  discard: "改用现在的内容",
  picture: (place: number) => `第 ${place} 张图片`,
  save: "保存",
  saving: "正在保存",
  saved: "已保存",
  cancel: "取消",
  leave: { title: "不保存修改？", text: "改过的内容不会保留。", confirm: "不保存", cancel: "继续编辑" },
} as const;
