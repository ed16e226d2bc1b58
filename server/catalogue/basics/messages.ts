/** Messages of the console's calls about dealers and series. */
export const basicsMessages = {
  unknownDealer: "门店不存在，或不在您的管理范围内",
  unknownSeries: "车系不存在",
  unknownVersion: "没有这个版本",
  region: "该省份不在您的管理区域内",
  cityOfOtherProvince: "城市与所选省份不一致",
  alreadyDisabled: "门店已停用",
  alreadyEnabled: "门店未停用",
  takenSeries: "车系编号已存在",
} as const;
