/**
 * Products of the demo's mall, one a line: key | shape | paint | title | subtitle | price | list price or - | owner's
 * price or - | weight, g | options or - | parameters | marks. Prices in yuan. An option is "name:value,value+3", +3 the
 * surcharge; marks are explained in catalogue.ts.
 */
export const interior = `
mat-yuanshan | floorMat | 夜黑 | 远山全包围脚垫（五座） | 一车一模，高边防泼，脚感不滑 | 458 | 528 | 412 | 6200 | 颜色:夜黑,驼棕,岩灰 | 材质：TPE 发泡；厚度：5 mm；件数：前排两片，后排一片 | c=mat series=yuanshan sold=968 gallery
mat-xingyun | floorMat | 岩灰 | 行云全包围脚垫 | 低趴座舱专用版型，卡扣固定不跑位 | 438 | - | 398 | 5800 | 颜色:岩灰,夜黑 | 材质：TPE 发泡；厚度：5 mm；件数：三片 | c=mat series=xingyun sold=742
mat-winter | floorMat | 驼棕 | 冬季绒面脚垫 | 短绒保暖，底层防水，雪水一抖就掉 | 269 | 299 | - | 3900 | 车型:远山,行云,望野,知微 | 材质：尼龙绒面；底层：防水橡胶；清洗：可水洗 | c=mat series=yuanshan,xingyun,wangye,zhiwei sold=1834 plan=229
trunk-yuanshan | trunkMat | 夜黑 | 远山后备厢垫 | 高边盆形，装鱼装菜都不怕 | 298 | - | 268 | 3100 | - | 材质：TPE；边高：55 mm；清洗：可拆下冲洗 | c=mat series=yuanshan sold=655
trunk-wangye | trunkMat | 苔绿 | 望野越野尾箱垫 | 加厚橡胶，放千斤顶也不留印 | 358 | 398 | - | 4600 | 颜色:苔绿,夜黑 | 材质：天然橡胶；厚度：6 mm；适用：望野全系 | c=mat series=wangye sold=217 low
scent-pine | candle | 松针绿 | 旅行香氛「松针与雾」 | 雪松、苔藓与一点薄荷，像清晨进山 | 99 | - | - | 420 | 香型:松针与雾,白茶,柑橘雪松 | 容量：120 g；燃烧时间：约 28 小时；蜡：大豆蜡 | c=scent sold=5930 new gallery
scent-clip | clipScent | 青岚绿 | 出风口香氛夹 | 不晃不滴，浓淡三档可调 | 79 | 99 | 69 | 130 | 颜色:青岚绿,雾白,柿橙;香型:松针与雾,白茶 | 材质：铝合金外壳；补充装：每片约 45 天 | c=scent sold=8642 gallery
scent-refill | clipScent | 雾白 | 香氛补充片（三片装） | 原厂香型，即插即换 | 49 | - | - | 90 | 香型:松针与雾,白茶,柑橘雪松,海盐 | 规格：三片；留香：每片约 45 天 | c=scent sold=12430
wash-kit | washKit | 湖蓝 | 洗车养护套装 | 一桶一液一海绵，阳台上也能把车洗干净 | 168 | 198 | 149 | 2600 | - | 中性洗车液：500 ml；水桶：可折叠 12 L；海绵：珊瑚绒 | c=scent sold=2318 rush=129
wash-pro | washKit | 岩灰 | 漆面镀膜养护套装 | 洗、擦、镀三步，雨水成珠 | 328 | - | 298 | 1900 | 版本:标准装,家庭装+120 | 镀膜液：300 ml；施工：约 40 分钟；维持：3 个月 | c=scent sold=486
organizer | organizer | 驼棕 | 后备厢折叠收纳箱 | 承重 40 kg，压平只有一本书厚 | 159 | - | - | 2100 | 容量:55L,75L+40;颜色:驼棕,夜黑 | 材质：600D 牛津布；承重：40 kg；把手：两侧缝线加固 | c=store sold=3077 gallery
cushion-back | cushion | 驼棕 | 记忆棉腰靠 | 跟着腰走的弧度，长途不酸 | 199 | 239 | 179 | 900 | 颜色:驼棕,夜黑,岩灰 | 内芯：慢回弹记忆棉；面料：透气网布；固定：双绑带 | c=store sold=1560
neck-pillow | neckPillow | 岩灰 | 头枕护颈枕 | 两侧加高，打盹时头不歪 | 129 | - | - | 480 | 颜色:岩灰,驼棕,樱粉 | 内芯：记忆棉；面料：可拆洗绒布 | c=store sold=2745
wheel-cover | wheelCover | 夜黑 | 手缝真皮方向盘套 | 头层牛皮，按车型打版，需自行手缝 | 188 | - | - | 380 | 颜色:夜黑,驼棕;车型:远山,行云,逐光,晓城 | 材质：头层牛皮；周长：38 cm；含针线与教程 | c=store series=yuanshan,xingyun,zhuguang,xiaocheng sold=624
sunshade | sunshade | 湖蓝 | 伞式前挡遮阳 | 三秒撑开，夏天上车不烫手 | 89 | 109 | - | 620 | 尺寸:轿车,SUV+10 | 涂层：钛银反光；收起：40 cm | c=store sold=7206 plan=69
child-seat | childSeat | 岩灰 | i-Size 儿童安全座椅 | 360° 旋转，0–7 岁，ISOFIX 硬连接 | 1899 | 2199 | 1699 | 13500 | 颜色:岩灰,酒红,湖蓝 | 适用：40–125 cm；安装：ISOFIX 加支撑腿；认证：i-Size 与 3C | c=kid sold=392 bulky pickup gallery
child-booster | childSeat | 湖蓝 | 儿童增高座椅 | 3–12 岁，靠背可拆，带上就走 | 699 | - | 629 | 5200 | 颜色:湖蓝,酒红 | 适用：100–150 cm；头枕：十档可调；认证：3C | c=kid sold=538 bulky
plush-bear | plush | 驼棕 | 岚小熊安全带玩偶 | 抱着坐车，安全带不勒脖子 | 119 | - | - | 460 | 颜色:驼棕,樱粉,雾白 | 面料：A 类婴幼儿标准；填充：PP 棉；清洗：可机洗 | c=kid sold=1422 gallery
blanket-kid | blanket | 樱粉 | 儿童车载毛毯 | 收起是枕头，摊开能盖住两个孩子 | 139 | 169 | - | 700 | 颜色:樱粉,湖蓝 | 面料：A 类法兰绒；尺寸：100 × 140 cm | c=kid sold=903
mat-xiaocheng | floorMat | 柿橙 | 晓城彩边脚垫 | 一圈柿橙包边，小车里的好心情 | 328 | - | - | 4700 | 颜色:柿橙,岩灰,雾白 | 材质：TPE；厚度：4 mm；适用：晓城全系 | c=mat series=xiaocheng sold=318 soldout
`;
export const electric = `
dash-cam | dashCam | 夜黑 | 4K 前后双录行车记录仪 | 走车内走线，夜里也拍得清车牌 | 899 | 999 | 799 | 640 | 存储:64GB,128GB+80,256GB+190 | 分辨率：前 4K，后 1080P；供电：降压线，低压自动断；含到店安装 | c=cam sold=1266 pickup gallery
dash-cam-mini | dashCam | 雾白 | 隐藏式记录仪 mini | 藏在后视镜后面，只露一只眼 | 499 | - | 449 | 280 | 颜色:雾白,夜黑 | 分辨率：2K；视角：140°；连接：车机直连 | c=cam sold=2190
phone-mount | phoneMount | 夜黑 | 磁吸手机支架 | 专用卡座，不粘胶不挡出风口 | 129 | 149 | - | 260 | 车型:远山,行云,知微 | 吸力：1.8 kg；充电：15 W 无线 | c=cam series=yuanshan,xingyun,zhiwei sold=4415 rush=89
phone-charge | phoneMount | 湖蓝 | 车载无线快充支架 | 一放即夹，50 W 快充带风扇 | 239 | - | 209 | 340 | - | 功率：最大 50 W；夹臂：电动；散热：静音风扇 | c=cam sold=876
fridge-18 | fridge | 岩灰 | 车载冰箱 18L | 压缩机制冷，一度电用一天 | 1299 | 1499 | 1169 | 11800 | 颜色:岩灰,松针绿 | 温区：-20 ℃ 到 20 ℃；噪声：≤ 42 dB；电压：12 V 与 220 V | c=power sold=705 bulky rushsoon=999 gallery
fridge-8 | fridge | 雾白 | 扶手冷暖箱 8L | 冬天热牛奶，夏天冰可乐 | 569 | - | 519 | 4300 | 颜色:雾白,樱粉 | 温区：5 ℃ 到 55 ℃；方式：半导体；电压：12 V | c=power sold=1133 bulky
vacuum | vacuum | 松针绿 | 无线车载吸尘器 | 120 W 大吸力，缝隙头附磁吸座 | 299 | 359 | 269 | 980 | - | 吸力：16 kPa；续航：28 分钟；充电：USB-C | c=power sold=3340
inflator | inflator | 夜黑 | 智能充气泵 | 设好胎压自动停，四个轮子八分钟 | 269 | - | 239 | 1350 | 版本:有线,无线+90 | 胎压：0–10 bar；照明：三档；线长：3.5 m | c=rescue sold=2987 gallery
med-kit | medKit | 柿橙 | 车载急救包 | 红十字会培训清单配置，31 件 | 149 | - | - | 1100 | - | 内含：止血带、敷料、冰袋、剪刀等 31 件；保质期：4 年 | c=rescue sold=1201
rescue-bag | gearBag | 柿橙 | 道路应急工具包 | 搭电、拖车、警示，一包带齐 | 229 | 259 | - | 4200 | - | 内含：搭电线、拖车绳、警示牌、反光衣、手套 | c=rescue sold=918
lamp-rescue | lantern | 柿橙 | 磁吸应急工作灯 | 吸在机盖上，两只手都腾得出来 | 89 | - | - | 430 | - | 亮度：800 lm；续航：6 小时；警示：红蓝爆闪 | c=rescue sold=1745 soldout
wallbox-7 | charger | 雾白 | 家用充电桩 7kW | 刷脸、刷卡、预约充电，含 30 米内安装 | 2680 | 2980 | 2380 | 7600 | 线长:5米,7米+260 | 功率：7 kW；防护：IP65；质保：4 年；含勘测与安装 | c=box sold=1580 bulky pickup gallery
wallbox-21 | charger | 夜黑 | 家用充电桩 21kW | 三相电快充，晚饭工夫充一半 | 4580 | - | 4180 | 11200 | - | 功率：21 kW；供电：380 V；防护：IP65；含勘测与安装 | c=box sold=226 bulky pickup buy=1
cable-v2l | cable | 柿橙 | 对外放电枪 V2L | 3.3 kW，电饭煲投影仪一起开 | 599 | 699 | 539 | 2900 | - | 输出：220 V 3.3 kW；插座：两位五孔；线长：2.5 m | c=gun sold=1322 gallery
cable-mode2 | cable | 夜黑 | 便携随车充 3.5kW | 回老家也能充，自动识别接地 | 788 | - | 708 | 3400 | 插头:10A,16A+60 | 功率：2.2 或 3.5 kW；防护：IP66；线长：5 m | c=gun sold=811
gun-bag | gearBag | 夜黑 | 充电枪收纳包 | 防火内衬，湿枪放进去也不怕 | 119 | - | 99 | 780 | 颜色:夜黑,松针绿 | 面料：防泼水牛津布；内衬：阻燃；容量：7 米线 | c=gun sold=2066
gun-holder | cable | 岩灰 | 充电枪壁挂座 | 枪头落座即锁，线一圈圈绕得整齐 | 158 | 188 | - | 1500 | - | 材质：铝合金；安装：四颗膨胀螺丝 | c=gun sold=433 low
`;
