/** What the image service says when it refuses. */
export const words = {
  tooLarge: "图片不能超过 20 MB",
  tooManyPixels: "图片尺寸过大",
  unknownFormat: "图片格式不支持",
  badProcess: "图片处理参数不正确",
} as const;
