/** Hours and minutes of this device. @param moment ms */
export const formatClock = (moment: number): string =>
  new Date(moment).toLocaleTimeString("zh-CN", { hour: "2-digit", minute: "2-digit" });
