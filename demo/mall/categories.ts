import { demoId } from "../ids.ts";
import { nonEmptyLines } from "../text-templates.ts";

/** Categories of the demo's mall: key | name | parent's key or - | product whose picture is the icon. */
const lines = `
interior | 车内用品 | - | mat-yuanshan
mat | 脚垫与尾箱垫 | interior | mat-xingyun
scent | 香氛与清洁 | interior | scent-pine
store | 收纳与舒适 | interior | organizer
kid | 儿童出行 | interior | child-seat
electric | 车载电器 | - | fridge-18
cam | 记录仪与支架 | electric | dash-cam
power | 冰箱与吸尘 | electric | vacuum
rescue | 充气与应急 | electric | inflator
charge | 充电设备 | - | wallbox-7
box | 家用充电桩 | charge | wallbox-21
gun | 充电与放电配件 | charge | cable-v2l
camp | 露营户外 | - | chair-ridge
tent | 帐篷与桌椅 | camp | tent-car
cook | 炊具与照明 | camp | lantern
roof | 车顶装备 | camp | roof-box
life | 服饰与生活 | - | jacket-owner
wear | 服饰 | life | tee-ridge
bag | 包袋 | life | backpack
cup | 杯壶与雨具 | life | thermos
gift | 车模与周边 | - | car-xingyun
model | 合金车模 | gift | car-yuanshan
souvenir | 纪念周边 | gift | key-ring
`;

/** Categories in display order. */
export const demoCategories = nonEmptyLines(lines).map((line, place) => {
  const [key = "", name = "", parent = "-", icon = ""] = line.split(" | ");
  return { key, name, parent, icon, place, categoryId: demoId("category", place) };
});

/** @throws Error if there is no such category */
export function categoryIdOf(key: string): string {
  const found = demoCategories.find((one) => one.key === key);
  if (!found) throw new Error(`no category ${key}`);
  return found.categoryId;
}
