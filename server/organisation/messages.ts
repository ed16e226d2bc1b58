/** Messages of the calls about dealers. */
export const organisationMessages = {
  unknownDealer: "门店不存在",
  unknownActivity: "活动不存在或已下线",
} as const;
