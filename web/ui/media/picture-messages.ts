/** Texts for choosing and viewing pictures. */
export const pictureUiMessages = {
  add: "拍照或从相册选择",
  addNamed: (label: string) => `${label}：拍照或从相册选择`,
  preparing: "正在处理",
  sending: (percent: number) => `已上传 ${percent}%`,
  sent: "已上传",
  retry: "重试",
  retryNamed: (name: string) => `重试 ${name}`,
  useless: "请移除",
  nth: (place: number, fault: string) => `第 ${place} 张：${fault}`,
  remove: (name: string) => `移除 ${name}`,
  preview: (name: string) => `${name} 的预览`,
  failed: "没有上传成功，请重试",
  close: "关闭",
  previous: "上一张",
  next: "下一张",
  place: (at: number, count: number) => `${at} / ${count}`,
  faults: {
    unreadable: "这张照片打不开，请换一张 JPG 或 PNG",
    tooLarge: "照片太大，请选 60 MB 以内的",
    tooSmall: "照片太小，看不清内容，请换一张",
  },
} as const;
