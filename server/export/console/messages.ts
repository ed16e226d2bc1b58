/** Messages and file texts of exports. */
export const exportFileMessages = {
  tooManyWaiting: (most: number) => `最多同时生成 ${most} 个文件，请等待完成或取消后再试`,
  tooManyFull: (most: number) =>
    `含完整手机号的文件最多 ${most} 行，超过需要审批，请缩小筛选范围或导出脱敏文件`,
  notFull: "该列表没有手机号，无需导出完整手机号",
  unknownColumn: "列已变化，请重新选择",
  noSearch: "该列表不能按姓名查找导出",
  notReady: "文件尚未生成，或已删除",
  notCancellable: "文件已删除或已取消",
  about: {
    sheet: "说明",
    list: "列表",
    by: "导出人",
    made: "申请时间",
    asOf: "数据截至",
    filter: "筛选条件",
    noFilter: "无，范围内全部",
    definition: "口径",
    masking: "个人信息",
    masked: "手机号脱敏，姓名按权限显示",
    full: "含完整手机号，请按规定使用和销毁",
    none: "不含手机号",
    rows: "行数",
    checksum: "数据校验（SHA-256）",
    keep: "使用",
    kept: (hours: number) => `后台文件在 ${hours} 小时后删除；以 ' 开头的内容为防止被当作公式`,
  },
} as const;
