import { nonEmptyLines } from "../text-templates.ts";
import { drawCar } from "./cars.ts";
import { at, document, Drawing, HEIGHT, path, rect, stroke, WIDTH } from "./svg.ts";
import { boot, table } from "./still-lives.ts";
import { dashboard, detail, landscape, mirror, pane } from "./views.ts";

/** Photographs of people, by name; none is the cover of an activity. */
const photographs: Readonly<Record<string, readonly [label: string, draw: (drawing: Drawing) => string]>> = {
  "photo-dash-dawn": ["驾驶座看出去的日出", (d) => dashboard("dawn", "ridges", d)],
  "photo-dash-sea": ["前挡风玻璃外的海", (d) => dashboard("noon", "sea", d)],
  "photo-dash-snow": ["雪山就在前面", (d) => dashboard("snow", "peaks", d)],
  "photo-dash-night": ["夜里的城市高架", (d) => dashboard("night", "city", d)],
  "photo-dash-dunes": ["一路向西的公路", (d) => dashboard("golden", "dunes", d)],
  "photo-mirror-dusk": ["后视镜里的晚霞", (d) => mirror("dusk", "sea", d)],
  "photo-mirror-city": ["后视镜里的城市", (d) => mirror("violet", "city", d)],
  "photo-mirror-field": ["后视镜里的麦田", (d) => mirror("golden", "wheat", d)],
  "photo-boot-camp": [
    "装满的后备厢",
    (d) => boot("morning", "terraces", d, ["tentbag", "cooler", "guitar"], "#4d7a5c"),
  ],
  "photo-boot-dog": [
    "后备厢里的狗",
    (d) => boot("golden", "ridges", d, ["tentbag", "dog", "books"], "#aeb9bd"),
  ],
  "photo-boot-flowers": [
    "后备厢里的花",
    (d) => boot("noon", "oldTown", d, ["flowers", "plant", "flowers"], "#d9c7a0"),
  ],
  "photo-boot-snow": [
    "去滑雪的行李",
    (d) => boot("snow", "peaks", d, ["cooler", "skis", "tentbag"], "#d8692f"),
  ],
  "photo-boot-oranges": [
    "老家带回来的橘子",
    (d) => boot("autumn", "forest", d, ["oranges", "plant", "oranges"], "#5c79a3"),
  ],
  "photo-table-noodles": ["桥下面馆的面", () => table("#a9774a", ["#6f4a2f"], "noodles")],
  "photo-table-map": ["摊开的地图和两杯咖啡", () => table("#8a6a4c", ["#6f4a2f", "#c9a27a"], "map")],
  "photo-table-breakfast": ["出发前的早餐", () => table("#c49a6c", ["#f0e2c8", "#6f4a2f"], "breakfast")],
  "photo-table-dumplings": ["服务区的饺子", () => table("#7c6a58", ["#b5653a"], "dumplings")],
  "photo-rain-window": ["雨天的车窗", (d) => pane("rain", ["#e8b05c", "#d2553f", "#9fc3c6"], d)],
  "photo-night-window": [
    "车窗外的霓虹",
    (d) => pane("night", ["#ff7a5c", "#63e6be", "#ffd98e", "#7fb3ff"], d),
  ],
  "photo-wheel-sand": ["沙地上的轮胎", (d) => detail("golden", "dunes", "wangye", "sand", -60, d)],
  "photo-side-sea": ["海边停下的侧面", (d) => detail("morning", "sea", "xingyun", "white", -300, d)],
  "photo-tail-dusk": ["傍晚的尾灯", (d) => detail("dusk", "city", "zhuguang", "red", 60, d)],
  "photo-tea-hills": ["茶山的早上", (d) => landscape("morning", "tea", "grass", "people", d)],
  "photo-lavender": ["薰衣草田", (d) => landscape("violet", "lavender", "grass", "family", d)],
  "photo-karst": ["江边的峰林", (d) => landscape("mist", "karst", "deck", "people", d)],
  "photo-old-town": ["巷口的灯笼", (d) => landscape("dusk", "oldTown", "square", "lanterns", d)],
  "photo-aurora": ["帐篷上面的极光", (d) => landscape("polar", "peaks", "snowfield", "tent", d)],
  "photo-bridge": ["晨跑时的大桥", (d) => landscape("dawn", "bridge", "deck", "bicycles", d)],
  "photo-palms": ["树下的下午", (d) => landscape("golden", "sea", "sand", "palms", d)],
  "photo-ginkgo": ["银杏落了一地", (d) => landscape("autumn", "oldTown", "square", "ginkgo", d)],
  "photo-kite": ["草原上的风筝", (d) => landscape("noon", "grassland", "grass", "kite", d)],
  "photo-market": ["周末的市集", (d) => landscape("morning", "forest", "square", "stalls", d)],
};

/** Proposals of the maker that people vote for. */
const proposals = `
colour-moss | xiaocheng moss | 苔绿
colour-persimmon | xiaocheng persimmon | 柿红
colour-mist | xiaocheng mist | 雾蓝
rack-platform | wangye sand | 平台式车顶架
rack-bars | wangye sand | 横杆式车顶架
rack-half | wangye sand | 半幅式车顶架`;
const racks: Readonly<Record<string, string>> = {
  "rack-platform": "M190 168H470M190 160H470M200 160v20M270 160v20M340 160v20M410 160v20M460 160v20",
  "rack-bars": "M196 172H286M366 172H456M240 172v16M410 172v16",
  "rack-half": "M190 164H330M190 156H330M200 156v24M260 156v24M320 156v24",
};
function drawProposal(line: string): [string, string] {
  const [name = "", car = "", label = ""] = line.split(" | ");
  const [series, paint] = car.split(" ") as ["xiaocheng" | "wangye", "moss"];
  const drawing = new Drawing(name);
  const floor = drawing.filled(
    [
      [0, "#dfe5e2"],
      [0.66, "#f4f5f1"],
      [0.67, "#c9d2ce"],
      [1, "#e9ecea"],
    ],
    (fill) => rect(0, 0, WIDTH, HEIGHT, fill),
  );
  const lamp =
    rect(120, 40, 510, 10, "#ffffff", 'rx="5"') + path("M120 50H630L720 336H30Z", "#ffffff", 'opacity=".28"');
  const rack = racks[name];
  const mounted =
    rack === undefined ? "" : at(0, 64, 1, stroke(rack, "#1c2629", 7, 'stroke-linecap="round"'));
  return [
    name,
    document(label, floor + lamp + mounted + drawCar(series, paint, { x: 85, y: 420, width: 580 }, "2")),
  ];
}

/** Names of the photographs. */
export const photoNames: readonly string[] = Object.keys(photographs);
/** All photographs and proposals by name; the same at every start. */
export const drawnPhotos = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(photographs).map(([name, [label, draw]]): [string, string] => [
      name,
      document(label, draw(new Drawing(name))),
    ]),
    ...nonEmptyLines(proposals).map(drawProposal),
  ]);
