/** Further products, in the form of products.ts. */
export const outdoor = `
tent-car | tent | 沙米 | 望野车尾帐篷 | 与尾门无缝连接，站着换衣服 | 1399 | 1599 | 1259 | 8900 | - | 面料：210T 涂银；防水：PU3000；展开：3 × 2.4 m | c=tent series=wangye sold=284 bulky gallery
tent-auto | tent | 松针绿 | 三秒速开帐篷（3–4 人） | 抛出去就是家，收起来有教学视频 | 429 | 499 | - | 4100 | 颜色:松针绿,沙米,湖蓝 | 人数：3–4 人；防水：PU2000；收纳：直径 84 cm | c=tent sold=1688
chair-ridge | chair | 松针绿 | 山脊折叠露营椅 | 承重 150 kg，坐下去不晃 | 299 | - | 269 | 3600 | 颜色:松针绿,驼棕,夜黑 | 骨架：榉木；坐布：800D；承重：150 kg | c=tent sold=862 new gallery
chair-low | chair | 柿橙 | 低座沙滩椅 | 脚能踩到沙子的高度 | 159 | 189 | - | 2300 | 颜色:柿橙,湖蓝 | 骨架：铝合金；承重：120 kg；座高：28 cm | c=tent sold=1217
lantern | lantern | 驼棕 | 营地复古灯 | 暖光可调，能给手机回一口电 | 189 | - | 169 | 860 | 颜色:驼棕,松针绿,夜黑 | 亮度：20–600 lm；电池：10000 mAh；防护：IPX4 | c=cook sold=2403 rush=139 gallery
cook-set | cookSet | 岩灰 | 户外炊具套装（3–4 人） | 锅煎壶杯套成一个，不粘好洗 | 339 | 399 | 309 | 2200 | - | 材质：硬质氧化铝；件数：9 件；收纳：直径 21 cm | c=cook sold=957 gallery
cook-mug | mug | 松针绿 | 搪瓷营地杯 | 磕掉一点更好看的那种 | 59 | - | - | 320 | 颜色:松针绿,柿橙,雾白 | 容量：400 ml；材质：搪瓷钢；可明火加热 | c=cook sold=6120
blanket-camp | blanket | 苔绿 | 羊毛混纺营地毯 | 盖腿、铺地、披肩，三个用法 | 399 | 459 | 359 | 1600 | 颜色:苔绿,酒红 | 成分：羊毛 60%，腈纶 40%；尺寸：140 × 200 cm | c=cook sold=512
roof-box | roofBox | 夜黑 | 远山车顶行李箱 420L | 双侧开启，装得下四副雪板 | 3280 | 3680 | 2980 | 18500 | 颜色:夜黑,雾白+200 | 容积：420 L；承重：75 kg；尺寸：205 × 84 × 40 cm | c=roof series=yuanshan sold=147 bulky pickup gallery
roof-box-s | roofBox | 湖蓝 | 知微车顶箱 330L | 短一截，矮车库也进得去 | 2680 | - | 2430 | 14800 | - | 容积：330 L；承重：75 kg；高度：36 cm | c=roof series=zhiwei sold=88 bulky pickup soon
roof-box-w | roofBox | 苔绿 | 望野硬派顶箱 | 喷砂面不怕树枝，自带工具锁点 | 3980 | - | - | 21000 | - | 容积：380 L；承重：80 kg；锁点：八个 | c=roof series=wangye sold=39 bulky pickup low
jacket-owner | jacket | 夜黑 | 车主防风夹克 | 三防面料，口袋刚好放下车钥匙 | 599 | - | 539 | 780 | 颜色:夜黑,松针绿;尺码:S,M,L,XL,XXL | 面料：三层压胶，防风防泼；里料：抓绒；产地：浙江 | c=wear sold=415 skip=松针绿/XXL gallery
jacket-down | jacket | 柿橙 | 轻羽绒行车外套 | 领口不磨脖子，安全带不压胸 | 799 | 899 | 719 | 620 | 颜色:柿橙,岩灰;尺码:M,L,XL | 填充：90% 白鹅绒；蓬松度：700；重量：约 320 g | c=wear sold=233 new
tee-ridge | tee | 雾白 | 山脊线重磅 T 恤 | 240 克新疆棉，胸前一笔山脊 | 149 | - | 129 | 260 | 颜色:雾白,夜黑,松针绿;尺码:S,M,L,XL | 面料：240 g 精梳棉；版型：宽松；印花：胶浆 | c=wear sold=1876 gallery
cap-track | cap | 夜黑 | 逐光赛道棒球帽 | 透气孔打在看不见的地方 | 99 | 119 | - | 120 | 颜色:夜黑,酒红,雾白 | 面料：棉 70%；帽围：54–60 cm | c=wear sold=2540
backpack | backpack | 岩灰 | 通勤双肩包 20L | 电脑、雨伞、便当，各有各的位置 | 359 | - | 319 | 980 | 颜色:岩灰,松针绿,夜黑 | 容量：20 L；电脑：16 寸；面料：防泼水尼龙 | c=bag sold=687 gallery
tote-canvas | tote | 沙米 | 露营帆布托特 28L | 后备厢到沙滩，一只就够 | 129 | - | - | 640 | 颜色:沙米,雾白 | 面料：16 安帆布；提手：植鞣革；容量：28 L | c=bag sold=1077 gallery
gear-bag | gearBag | 苔绿 | 周末出行旅行袋 40L | 能上飞机，也能横着躺进前备厢 | 469 | 529 | 419 | 1300 | 颜色:苔绿,驼棕 | 容量：40 L；尺寸：52 × 30 × 26 cm；鞋仓：独立 | c=bag sold=356
thermos | thermos | 青岚绿 | 岚雾保温杯 | 杯架专用直径，12 小时恒温 | 168 | 198 | 148 | 420 | 容量:480ml,750ml+30;颜色:青岚绿,雾白,柿橙 | 内胆：316 不锈钢；保温：12 小时 ≥ 58 ℃；直径：68 mm | c=cup sold=3206 new gallery
thermos-kid | thermos | 樱粉 | 儿童吸管保温杯 | 倒过来也不漏，座椅杯托刚好 | 118 | - | - | 330 | 颜色:樱粉,湖蓝 | 内胆：316 不锈钢；容量：350 ml；吸嘴：食品级硅胶 | c=cup sold=1490
mug-desk | mug | 雾白 | 车主周年马克杯 | 杯底印着你提车的季节 | 69 | - | 59 | 380 | 季节:春,夏,秋,冬 | 材质：骨瓷；容量：360 ml；可微波 | c=cup sold=2260
umbrella | umbrella | 青岚绿 | 自动晴雨伞，抗风 8 级 | 门板专用长度，湿伞有套 | 119 | 139 | 99 | 460 | 颜色:青岚绿,夜黑,酒红 | 骨架：十骨玻纤；伞面：黑胶 UPF50+；收起：32 cm | c=cup sold=2244 plan=99 gallery
pet-blanket | blanket | 湖蓝 | 宠物后排垫毯 | 爪子抓不破，毛一抖就掉 | 219 | 259 | - | 1500 | 尺寸:轿车,SUV+20 | 面料：600D 防抓；底层：防滑颗粒；侧挡：可拆 | c=cup sold=731
car-xingyun | car xingyun | teal | 行云 1:18 合金车模 | 限量 2,000 台，五门可开，编号底座 | 498 | - | 458 | 1900 | - | 比例：1:18；材质：锌合金；限量：2,000 台，底座刻编号 | c=model series=xingyun sold=0 soon buy=1 noReturn gallery
car-yuanshan | car yuanshan | green | 远山 1:18 合金车模 | 车门、机盖与尾门可开，漆面七层 | 468 | - | 428 | 2100 | 车色:松林绿,雾白 | 比例：1:18；材质：锌合金；长度：27 cm | c=model series=yuanshan sold=863 buy=2
car-zhuguang | car zhuguang | red | 逐光 1:24 合金车模 | 低趴姿态，轮毂是真铝 | 228 | 258 | - | 860 | - | 比例：1:24；材质：锌合金；长度：20 cm | c=model series=zhuguang sold=1204
car-xiaocheng | car xiaocheng | persimmon | 晓城 1:43 口袋车模 | 放在书架上，刚好一本书的厚度 | 98 | - | - | 260 | 车色:柿红,奶白,苔绿 | 比例：1:43；材质：锌合金；展示盒：亚克力 | c=model series=xiaocheng sold=3350 rushsoon=78
car-wangye | car wangye | sand | 望野 1:32 回力车模 | 孩子能玩，大人也想玩 | 138 | 158 | - | 520 | - | 比例：1:32；功能：回力、声光；适龄：3 岁以上 | c=model series=wangye sold=1926
car-zhiwei | car zhiwei | mist | 知微 1:43 家庭版车模 | 后座真的有两张儿童座椅 | 108 | - | - | 270 | - | 比例：1:43；材质：锌合金；展示盒：亚克力 | c=model series=zhiwei sold=618 soldout
key-ring | keyRing | 驼棕 | 真皮钥匙扣（可刻字） | 植鞣革越用越亮，正面可刻四个字 | 79 | - | - | 80 | 颜色:驼棕,夜黑,酒红;刻字:不刻字,刻字+20 | 材质：意大利植鞣革；五金：实心黄铜；刻字：激光，最多四字 | c=souvenir sold=4118 noReturn gallery
key-metal | keyRing | 青岚绿 | 车主铭牌钥匙扣 | 与车同色，编号与车架号后四位相同 | 129 | - | 109 | 110 | - | 材质：锌合金烤漆；定制：刻车架号后四位 | c=souvenir sold=905 noReturn buy=3
tote-old | tote | 酒红 | 上市三周年纪念托特 | 三周年活动周边 | 99 | - | - | 500 | - | 面料：12 安帆布；容量：20 L | c=souvenir sold=2000 off
cap-next | cap | 松针绿 | 春季车主日棒球帽 | 明年三月上架 | 109 | - | - | 120 | - | 面料：棉；帽围：54–60 cm | c=souvenir sold=0 draft
`;
