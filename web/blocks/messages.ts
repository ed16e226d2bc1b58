/** Texts of composed pages besides the operator's own. */
export const blocksMessages = {
  open: (alt: string) => `放大查看：${alt}`,
  gallery: "图片",
  play: (label: string) => `播放视频：${label}`,
  videoFailed: "视频暂时无法播放",
  retry: "重试",
  reached: "时间已到",
  navigate: "导航",
} as const;
