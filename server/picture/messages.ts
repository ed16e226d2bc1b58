import { callLimits } from "#contract/core/call-limits.ts";

/** Messages of the picture feature. */
export const pictureMessages = {
  tooLarge: "图片不能超过 20 MB",
  uploadTooLarge: `图片不能超过 ${callLimits.picture.maxBytes / 1024 / 1024} MB`,
  tooManyPixels: "图片尺寸过大",
  tooSmall: (side: number) => `图片太小，短边至少 ${side} 像素`,
  tooNarrow: "图片过于细长，请裁剪后再上传",
  unknownFormat: "图片格式不支持",
  notAPhoto: "请上传 JPG、PNG 或 WebP 格式的照片",
  broken: "图片已损坏，请换一张",
  badProcess: "图片处理参数不正确",
} as const;
