/**
 * Texts of sharing, posters and KOC cards; apart from ui/messages.ts, which is part of every first script.
 */
export const sharingMessages = {
  shareGuide: {
    title: "分享给朋友",
    text: "点右上角的「···」，\n发送给朋友，或分享到朋友圈。",
    done: "知道了",
  },
  koc: "KOC 共创计划",
  kocProgress: (done: number, goal: number) => `已助力 ${done} / ${goal}`,
  poster: {
    title: "分享海报",
    alt: (title: string) => `海报：${title}`,
    loading: "正在生成海报",
    failed: "海报没有加载出来",
    own: "生成我的专属海报",
    ownVisitor: "登录后生成专属海报",
    credited: "朋友通过它助力、报名，会记在你名下 · 长按图片可保存",
    friends: "微信好友",
    timeline: "朋友圈",
    system: "系统分享",
    copy: "复制链接",
    save: "保存海报",
    saved: "海报已开始下载",
    hold: "长按图片，选择保存",
    file: (title: string) => `${title}.jpg`,
    cancel: "取消",
  },
  share: { copied: "链接已复制，去粘贴给朋友吧", failed: "暂时无法分享，可复制地址栏的链接" },
} as const;
