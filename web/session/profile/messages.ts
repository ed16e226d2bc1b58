import type { AvatarDrawing } from "#contract/session/avatar-drawings.ts";

const drawings: Readonly<Record<AvatarDrawing, string>> = {
  peak: "雪峰",
  lake: "湖泊",
  road: "公路",
  forest: "森林",
  dawn: "日出",
  night: "夜空",
  coast: "海岸",
  snow: "雪原",
};
/** Texts for changing one's nickname and picture. */
export const profileMessages = {
  title: "昵称和头像",
  current: "现在的头像",
  pictures: "选择一张头像",
  drawings,
  upload: "从相册选择头像",
  uploadShort: "相册",
  preparing: "正在处理图片",
  sending: (percent: number) => `已上传 ${percent}%`,
  sent: "已上传，保存后生效",
  busy: "图片还在上传，请稍候",
  nickname: "昵称",
  placeholder: "取个大家认得你的名字",
  hint: "车友圈、邀请和作品里会显示，最多 20 个字",
  save: "保存",
  saved: "已保存",
  restore: "恢复登录账号的昵称和头像",
  restored: "已恢复",
} as const;
