/** Address for returns of the demo brand's mall. */
export const demoReturnAddress = {
  name: "青岚商城退货组",
  phone: "400-820-5000",
  address: "上海市嘉定区安亭镇墨玉南路 888 号 3 号库",
} as const;
