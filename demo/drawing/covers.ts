import type { SeriesCode } from "../concepts/concept.ts";
import { nonEmptyLines } from "../text-templates.ts";
import { drawCar, type Paint } from "./cars.ts";
import { grounds, type GroundName } from "./grounds.ts";
import { lands, type LandName } from "./land.ts";
import { props, type PropName } from "./props.ts";
import { drawSky, lights, type LightName } from "./sky.ts";
import { document, Drawing } from "./svg.ts";

/**
 * Covers, one a line: name | light | land | ground | props | series paint | description. The name's first word is
 * the cover of `art/` that it may stand for.
 */
const lines = `
mountain-dawn-karst | mist | karst | bend | bamboo | yuanshan teal | 晨雾里的峰林，一台 SUV 沿江而行
mountain-dawn-tea | morning | tea | road | pines | yuanshan green | 茶山之间的公路，清晨
mountain-dawn-bamboo | mist | ridges | bend | bamboo | xingyun white | 竹海里的盘山路
mountain-dawn-peaks | dawn | peaks | road | pines | yuanshan black | 雪峰下的公路，日出
dusk-bridge | dusk | bridge | road | none | zhuguang orange | 傍晚过江大桥
dusk-wheat | golden | wheat | road | kite | zhuguang red | 麦田边的落日
dusk-mesas | violet | mesas | bend | none | zhuguang violet | 红崖下的傍晚
dusk-turbines | dusk | turbines | road | none | zhuguang orange | 风车山的黄昏
shore-palms | noon | sea | sand | palms | zhiwei blue | 海边的棕榈，正午
shore-kayak | morning | sea | sand | kayaks | zhiwei silver | 沙滩上的皮划艇
shore-sunset | golden | sea | road | bicycles | xingyun cream | 海堤上的自行车
shore-rain | rain | sea | road | none | zhiwei mist | 雨天的海岸公路
city-drive-bridge | noon | bridge | road | none | xingyun white | 跨江大桥上的早晨
city-drive-tower | morning | city | road | blossoms | xingyun blue | 樱花时节的高架
city-drive-rain | rain | city | road | none | xingyun teal | 雨后的城市街道
city-drive-ginkgo | autumn | city | road | ginkgo | xiaocheng cream | 银杏大道
night-highway-city | night | city | road | none | zhuguang red | 夜里的城市快速路
night-highway-bridge | night | bridge | road | none | xingyun black | 夜色里的大桥
night-highway-lanterns | night | oldTown | square | lanterns | xiaocheng red | 灯笼下的夜游
snow-polar | polar | peaks | snowfield | snowPines | yuanshan teal | 极光下的雪原
terrace-fields | morning | terraces | road | people | xiaocheng green | 梯田边的午后
terrace-old | autumn | oldTown | square | ginkgo | xiaocheng persimmon | 白墙黛瓦的村口
terrace-rape | noon | rape | road | family | xiaocheng white | 油菜花田
terrace-blossom | morning | oldTown | square | blossoms | xiaocheng cream | 古镇的樱花
camping-lake | dusk | sea | grass | tent | wangye moss | 湖边的露营
camping-forest | night | ridges | grass | tent | wangye sand | 林间的帐篷与灯
camping-grass | golden | grassland | grass | tent | wangye sand | 草原上的营地
camping-picnic | noon | grassland | grass | picnic | zhiwei mist | 草地野餐
badlands-dunes | golden | dunes | sand | none | wangye sand | 沙丘之间
badlands-mesa | noon | mesas | sand | flags | wangye orange | 戈壁上的旗
badlands-steppe | morning | turbines | grass | dog | wangye moss | 风车草甸与一条狗
snow-badlands | snow | peaks | snowfield | snowPines | wangye orange | 雪山脚下
snow-forest | snow | ridges | snowfield | snowPines | yuanshan orange | 雪后的林场
snow-night | polar | ridges | snowfield | tent | wangye moss | 雪夜营地
snow-village | snow | oldTown | snowfield | lanterns | xiaocheng red | 雪落在村子里
stars-dunes | night | dunes | sand | telescope | yuanshan black | 沙漠观星
stars-grass | night | grassland | grass | telescope | zhiwei mist | 草原上的望远镜
stars-peaks | polar | peaks | grass | telescope | yuanshan teal | 雪峰与星空
owner-meet-square | golden | city | square | stalls | zhuguang orange | 城市广场的车主市集
owner-meet-deck | dusk | sea | deck | lights | xingyun cream | 海边平台的灯串
owner-meet-coffee | morning | forest | square | coffee | xiaocheng persimmon | 树下的咖啡
owner-meet-market | autumn | oldTown | square | stalls | xiaocheng moss | 古镇后备厢市集
owner-meet-forest | autumn | forest | grass | picnic | zhiwei silver | 秋林里的聚会
track-day-flags | noon | turbines | road | flags | zhuguang red | 开放日的旗
track-day-cones | autumn | city | square | cones | zhuguang orange | 绕桩体验
track-day-night | night | city | square | lights | zhuguang violet | 夜场驾驶课
charging-sea | dusk | sea | road | charger | xingyun white | 海边的充电桩
charging-forest | autumn | forest | road | charger | zhiwei silver | 服务区的秋天
showroom-day | morning | hall | floor | people | yuanshan white | 展厅的上午
showroom-dusk | dusk | hall | floor | family | zhuguang orange | 傍晚的展厅
showroom-night | night | hall | floor | none | xingyun black | 打烊前的展厅
workshop-day | noon | garage | floor | none | xingyun white | 服务中心的工位
workshop-autumn | autumn | garage | floor | people | zhiwei silver | 秋季检测
workshop-evening | violet | garage | floor | none | yuanshan teal | 傍晚的工位
used-car-yard | golden | city | square | flags | xiaocheng cream | 二手车场的黄昏
used-car-autumn | autumn | forest | square | flags | zhiwei silver | 林边的品鉴会
used-car-morning | morning | oldTown | square | flags | wangye sand | 古镇广场上的车展
charging-night | night | ridges | road | charger | yuanshan teal | 夜里的山间充电站
`;

const series: Readonly<Record<string, SeriesCode>> = {
  yuanshan: "yuanshan",
  xingyun: "xingyun",
  zhuguang: "zhuguang",
  xiaocheng: "xiaocheng",
  wangye: "wangye",
  zhiwei: "zhiwei",
};

function drawCover(line: string): [string, string] {
  const [name = "", light = "", land = "", ground = "", prop = "", car = "", label = ""] = line.split(" | ");
  const [code = "", paint = ""] = car.split(" ");
  const scene = lights[light as LightName];
  const drawing = new Drawing(name);
  const isRoad = ground === "road" || ground === "bend";
  const width = drawing.between(320, 390, "width");
  const x = isRoad ? drawing.between(70, 250, "x") : drawing.between(60, 140, "x");
  const shapes = [
    drawSky(scene, drawing),
    lands[land as LandName](scene, drawing),
    grounds[ground as GroundName](scene, drawing),
    props[prop as PropName](scene, drawing),
    drawCar(series[code] ?? "yuanshan", paint as Paint, { x, y: isRoad ? 462 : 452, width }, "1"),
  ];
  return [`cover-${name}`, document(label, shapes.join(""))];
}

/** All drawn covers by name; the same at every start. */
export const drawnCovers = (): ReadonlyMap<string, string> => new Map(nonEmptyLines(lines).map(drawCover));

/** Names of the covers that may stand for one of `art/`, itself first. */
const variants = new Map<string, string[]>();
for (const line of nonEmptyLines(lines)) {
  const [name = ""] = line.split(" | ");
  const base =
    /^(mountain-dawn|city-drive|night-highway|used-car|owner-meet|track-day|[a-z]+)/.exec(name)?.[1] ?? "";
  variants.set(base, [...(variants.get(base) ?? [base]), name]);
}
/** The cover of an activity: those of one kind in turn, so that neighbours differ. */
export function coverInTurn(cover: string, turn: number): string {
  const all = variants.get(cover) ?? [cover];
  return all[turn % all.length] ?? cover;
}
