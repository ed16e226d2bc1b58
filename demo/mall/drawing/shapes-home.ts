import { circle, path, rect, stroke } from "../../drawing/svg.ts";
import { gloss, logo, type Tones } from "./tones.ts";

/*
 * Products around a car and at home. The origin is the middle of the picture, the floor at y = 170; shapes lie within
 * 180 to each side.
 */

export const thermos = (t: Tones): string =>
  rect(-48, -98, 96, 268, t.main, 'rx="20"') +
  rect(20, -98, 28, 268, t.dark, 'rx="14"') +
  gloss(-34, -80, 14, 226) +
  rect(-48, -104, 96, 22, "#b9c2c1", 'rx="4"') +
  rect(-40, -150, 80, 48, "#dfe4e3", 'rx="10"') +
  rect(10, -150, 30, 48, "#b4bdbc", 'rx="10"') +
  rect(-26, -168, 52, 20, t.deep, 'rx="6"') +
  logo(0, 40, 26, t.pale);

export const mug = (t: Tones): string =>
  stroke("M70 -40q84 -4 78 62q-8 62 -86 56", t.dark, 24) +
  path("M-96 -84H86L70 150q-4 20 -26 20H-54q-22 0 -26 -20Z", t.main) +
  path("M50 -84h36L70 150q-4 20 -26 20h-30Z", t.dark) +
  path("M-96 -84a91 22 0 0 1 182 0a91 22 0 0 1 -182 0Z", t.pale) +
  path("M-80 -84a75 15 0 0 1 150 0a75 15 0 0 1 -150 0Z", "#5b3a24") +
  logo(-10, 46, 34, t.pale);

export const candle = (t: Tones): string =>
  stroke(
    "M-30 -92q-22 -28 0 -50t0 -40M6 -96q-22 -28 0 -50t0 -40M40 -92q-22 -28 0 -50t0 -40",
    "#ffffff",
    7,
    'stroke-linecap="round" opacity=".85"',
  ) +
  path("M-92 -62H92L78 148q-3 22 -24 22H-54q-21 0 -24 -22Z", t.main) +
  path("M40 -62h52L78 148q-3 22 -24 22h-22Z", t.dark) +
  path("M-92 -62a92 20 0 0 1 184 0a92 20 0 0 1 -184 0Z", t.deep) +
  path("M-78 -62a78 13 0 0 1 156 0a78 13 0 0 1 -156 0Z", "#f4e6c8") +
  rect(-44, 20, 88, 76, "#f7f2e6", 'rx="4"') +
  logo(0, 60, 24, t.deep);

export const clipScent = (t: Tones): string =>
  rect(-150, -60, 300, 18, "#3b4547", 'rx="6"') +
  rect(-150, -26, 300, 18, "#465154", 'rx="6"') +
  rect(-150, 8, 300, 18, "#3b4547", 'rx="6"') +
  rect(-62, -110, 124, 214, t.main, 'rx="34"') +
  rect(8, -110, 54, 214, t.dark, 'rx="27"') +
  [-70, -48, -26].map((y) => rect(-34, y, 68, 9, t.deep, 'rx="4"')).join("") +
  circle(0, 46, 28, t.pale) +
  logo(0, 48, 14, t.deep);

export const floorMat = (t: Tones): string =>
  path("M-128 -124q0 -16 18 -16H106q18 0 22 18L164 128q4 30 -24 34H-142q-26 0 -22 -30Z", t.deep) +
  path("M-118 -118q2 -10 12 -10H98q12 0 15 12L148 120q3 22 -16 26H-130q-20 0 -18 -22Z", t.main) +
  [-78, -34, 10, 54, 98].map((y, k) => stroke(`M${-120 - k * 6} ${y}H${116 + k * 8}`, t.dark, 5)).join("") +
  stroke(
    "M-106 -112H90q8 0 10 8L132 112q2 16 -12 18H-122q-14 0 -12 -16Z",
    t.trim,
    4,
    'stroke-dasharray="10 8"',
  ) +
  rect(-52, -6, 104, 54, "#dfe4e1", 'rx="6"') +
  logo(0, 24, 28, t.deep);

export const trunkMat = (t: Tones): string =>
  path("M-176 60L-112 -70H112L176 60V120q0 20 -22 20H-154q-22 0 -22 -20Z", t.deep) +
  path("M-160 60L-104 -58H104L160 60V106H-160Z", t.main) +
  path("M-160 60H160V106H-160Z", t.dark) +
  [-30, 0, 30].map((y) => stroke(`M${-116 - y} ${y}H${116 + y}`, t.light, 3)).join("") +
  stroke("M-146 92H146", t.trim, 4, 'stroke-dasharray="12 9"') +
  logo(0, 84, 18, t.pale);

export const cushion = (t: Tones): string =>
  path("M-150 -120Q0 -150 150 -120Q176 10 150 140Q0 172 -150 140Q-176 10 -150 -120Z", t.main) +
  path("M60 -134Q110 -130 150 -120Q176 10 150 140Q120 148 84 152Q120 10 60 -134Z", t.dark) +
  stroke(
    "M-138 -108Q0 -136 138 -108Q160 10 138 128Q0 156 -138 128Q-160 10 -138 -108Z",
    t.trim,
    4,
    'stroke-dasharray="9 8"',
  ) +
  stroke("M-60 -124Q-44 10 -60 144M60 -124Q76 10 60 144", t.dark, 4) +
  logo(0, 10, 34, t.pale);

export const neckPillow = (t: Tones): string =>
  path(
    "M-150 40Q-160 -120 0 -126Q160 -120 150 40Q146 130 96 128Q56 124 66 60Q70 -30 0 -32Q-70 -30 -66 60Q-56 124 -96 128Q-146 130 -150 40Z",
    t.main,
  ) +
  path("M60 -116Q160 -90 150 40Q146 130 96 128Q140 20 60 -116Z", t.dark) +
  stroke("M-128 40Q-136 -96 0 -104Q136 -96 128 40", t.trim, 4, 'stroke-dasharray="9 8"') +
  logo(0, -66, 26, t.pale);

export const blanket = (t: Tones): string =>
  [0, 1, 2, 3]
    .map(
      (k) =>
        rect(-140 + k * 4, 110 - k * 58, 280 - k * 8, 60, k % 2 === 0 ? t.main : t.dark, 'rx="28"') +
        rect(-120, 120 - k * 58, 200, 9, t.light, 'rx="4" opacity=".5"'),
    )
    .join("") +
  rect(-34, -70, 68, 240, t.trim, 'rx="6"') +
  rect(-34, 20, 68, 60, "#f7f2e6", 'rx="4"') +
  logo(0, 52, 20, t.deep);

export const sunshade = (t: Tones): string =>
  path("M-176 -50Q0 -112 176 -50L150 108Q0 72 -150 108Z", t.pale) +
  [-2, -1, 0, 1, 2]
    .map((k) => path(`M${k * 66 - 33} -86L${k * 58 - 29} 92h29L${k * 66} -88Z`, "#ffffff", 'opacity=".5"'))
    .join("") +
  stroke("M-176 -50Q0 -112 176 -50L150 108Q0 72 -150 108Z", t.main, 9, 'stroke-linejoin="round"') +
  rect(-26, -94, 52, 30, t.deep, 'rx="8"') +
  logo(0, 24, 40, t.main);

export const phoneMount = (t: Tones): string =>
  rect(-14, 60, 28, 90, t.deep) +
  path("M-80 150q0 -22 80 -22t80 22v20h-160Z", t.dark) +
  rect(-84, -160, 168, 236, "#1d2628", 'rx="22"') +
  rect(-74, -150, 148, 216, "#dfeae8", 'rx="14"') +
  path("M-74 0L-30 -46L6 -14L40 -60L74 -20V52a14 14 0 0 1 -14 14H-60a14 14 0 0 1 -14 -14Z", t.light) +
  path(
    "M-100 -60h22v100h-22a8 8 0 0 1 -8 -8v-84a8 8 0 0 1 8 -8ZM78 -60h22a8 8 0 0 1 8 8v84a8 8 0 0 1 -8 8h-22Z",
    t.main,
  ) +
  rect(-60, 70, 120, 20, t.main, 'rx="8"');

export const dashCam = (t: Tones): string =>
  rect(-46, -160, 92, 46, t.deep, 'rx="10"') +
  rect(-16, -120, 32, 50, t.dark) +
  rect(-150, -78, 300, 170, t.main, 'rx="34"') +
  rect(-150, 40, 300, 52, t.dark, 'rx="26"') +
  circle(-10, 6, 76, "#11191a") +
  circle(-10, 6, 58, "#26383c") +
  circle(-10, 6, 34, "#0c1213") +
  circle(-26, -10, 12, "#9fc4c8", 'opacity=".9"') +
  circle(108, -40, 8, "#d2553f") +
  logo(106, 62, 16, t.pale);

export const inflator = (t: Tones): string =>
  stroke("M96 -40q90 -30 70 60t-40 120", t.deep, 14, 'stroke-linecap="round"') +
  rect(-120, -130, 220, 300, t.main, 'rx="36"') +
  rect(40, -130, 60, 300, t.dark, 'rx="30"') +
  rect(-92, -100, 140, 92, "#10191a", 'rx="14"') +
  `<text x="-22" y="-38" font-size="58" font-family="sans-serif" font-weight="700" text-anchor="middle" fill="#8ee0c4">2.5</text>` +
  circle(-60, 46, 22, t.pale) +
  circle(14, 46, 22, t.trim) +
  rect(-92, 96, 140, 12, t.dark, 'rx="6"') +
  rect(-92, 120, 140, 12, t.dark, 'rx="6"');

export const vacuum = (t: Tones): string =>
  path("M-170 96L-96 40L-70 86L-160 140Z", t.deep) +
  path("M-110 30Q-40 -60 80 -64l40 66Q20 20 -76 96Z", t.pale) +
  path("M20 -54q60 -30 116 -16q34 12 28 60q-8 42 -64 40Z", t.main) +
  path("M96 20l34 132q4 18 -14 18H88q-16 0 -18 -16L48 26Z", t.dark) +
  circle(110, -22, 26, t.deep) +
  circle(110, -22, 14, t.light) +
  logo(30, -14, 16, t.deep);

export const organizer = (t: Tones): string =>
  path("M-160 -40L-120 -92H160L124 -40Z", t.deep) +
  path("M-160 -40H124V150H-160Z", t.main) +
  path("M124 -40L160 -92V96L124 150Z", t.dark) +
  rect(-30, -40, 6, 190, t.dark) +
  stroke("M-112 8q22 -34 44 0M26 8q22 -34 44 0", t.trim, 12) +
  stroke("M-146 130H110", t.trim, 4, 'stroke-dasharray="10 8"') +
  logo(46, 84, 24, t.pale) +
  rect(-136, 52, 84, 66, t.dark, 'rx="6"');

export const fridge = (t: Tones): string =>
  rect(-150, -60, 300, 220, t.main, 'rx="20"') +
  rect(70, -60, 80, 220, t.dark, 'rx="20"') +
  rect(-160, -110, 320, 60, t.pale, 'rx="18"') +
  rect(-160, -72, 320, 16, t.light) +
  rect(-126, -20, 110, 62, "#10191a", 'rx="10"') +
  `<text x="-71" y="24" font-size="38" font-family="sans-serif" font-weight="700" text-anchor="middle" fill="#9fd8ee">4°C</text>` +
  stroke("M-70 -110q70 -50 140 0", t.deep, 16) +
  [70, 92, 114].map((y) => rect(-126, y, 120, 10, t.dark, 'rx="5"')).join("") +
  rect(-130, 156, 40, 14, t.deep, 'rx="6"') +
  rect(90, 156, 40, 14, t.deep, 'rx="6"') +
  logo(44, 112, 26, t.pale);

export const wheelCover = (t: Tones): string =>
  circle(0, 10, 156, t.deep) +
  circle(0, 10, 148, t.main) +
  circle(0, 10, 112, t.deep) +
  circle(0, 10, 106, "#e9e9e3") +
  path("M-104 -6H-40Q-24 -40 24 -40T104 -6V34H44Q34 76 22 114H-22Q-34 76 -44 34H-104Z", "#2a3436") +
  circle(0, 16, 30, "#39474a") +
  logo(0, 18, 16, "#dfe4e1") +
  stroke("M-134 -54a150 150 0 0 1 60 -72M134 -54a150 150 0 0 0 -60 -72", t.trim, 5, 'stroke-dasharray="9 7"');

export const keyRing = (t: Tones): string =>
  stroke("M0 -160a42 42 0 1 1 -.1 0Z", "#b3bcbb", 15) +
  rect(-15, -84, 30, 46, "#9aa4a3", 'rx="8"') +
  path("M-58 -50H58L76 130q2 38 -36 40H-40q-38 -2 -36 -40Z", t.main) +
  path("M24 -50H58L76 130q2 38 -36 40H14Z", t.dark) +
  stroke("M-46 -36H46L62 126q2 28 -26 30H-36q-28 -2 -26 -30Z", t.pale, 4, 'stroke-dasharray="8 7"') +
  logo(0, 64, 30, t.deep);
