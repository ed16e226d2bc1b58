import { circle, path, rect, stroke } from "../../drawing/svg.ts";
import { logo, type Tones } from "./tones.ts";

/* Equipment for the road, charging, camping, and clothes; measures as in shapes-home.ts. */

export const roofBox = (t: Tones): string =>
  rect(-150, 92, 300, 12, "#39474a", 'rx="6"') +
  rect(-110, 100, 24, 40, "#39474a") +
  rect(86, 100, 24, 40, "#39474a") +
  path("M-178 70Q-160 -44 -30 -60H90Q160 -54 178 50V78q0 14 -14 14H-164q-14 0 -14 -22Z", t.main) +
  path("M-178 62H178V78q0 14 -14 14H-164q-14 0 -14 -14Z", t.deep) +
  path("M-130 30Q-110 -30 -20 -40H84Q130 -36 146 14Q0 -20 -130 30Z", t.light, 'opacity=".55"') +
  rect(-30, 56, 60, 14, "#c5ccca", 'rx="6"') +
  logo(96, 30, 26, t.pale);

export const childSeat = (t: Tones): string =>
  path("M-110 150h220v20h-220Z", "#3a4446") +
  path("M-104 60H110q26 0 26 40v52H-130v-52q0 -40 26 -40Z", t.deep) +
  path("M-96 -120Q-90 -166 0 -168Q90 -166 96 -120L112 84H-112Z", t.main) +
  path("M-96 -120q-46 20 -30 92l24 60ZM96 -120q46 20 30 92l-24 60Z", t.dark) +
  path("M-58 -112Q-50 -138 0 -140Q50 -138 58 -112L70 66H-70Z", t.pale) +
  stroke("M-30 -96L-16 40M30 -96L16 40M-16 40H16", t.deep, 14, 'stroke-linecap="round"') +
  rect(-22, 30, 44, 40, t.trim, 'rx="8"') +
  path("M-100 84H100Q120 88 118 116H-118Q-120 88 -100 84Z", t.main) +
  logo(0, -150, 14, t.pale);

export const tent = (t: Tones): string =>
  path("M-180 168L-40 -120L180 168Z", t.main) +
  path("M-40 -120L180 168H40Z", t.dark) +
  path("M-40 -120L40 168H-96Z", "#2a3233") +
  path("M-40 -120L-180 168h60Z", t.light) +
  path("M-40 -120L-96 168h26Z", t.pale) +
  stroke("M-40 -120L-60 -140M180 168l-24 -2", t.trim, 6) +
  rect(-186, 164, 372, 8, "#8a7a58", 'rx="4"') +
  logo(96, 116, 24, t.pale);

export const chair = (t: Tones): string =>
  stroke(
    "M-84 40L70 168M84 40L-70 168M-100 -30L-84 168M100 -30L84 168",
    "#9a5f33",
    12,
    'stroke-linecap="round"',
  ) +
  path("M-112 -140H112L124 30H-124Z", t.main) +
  path("M-112 -140H112L116 -96H-116Z", t.light) +
  path("M-124 30H124L96 92H-96Z", t.dark) +
  rect(-160, -8, 62, 18, "#6b3f20", 'rx="9"') +
  rect(98, -8, 62, 18, "#6b3f20", 'rx="9"') +
  logo(0, -40, 34, t.pale);

export const lantern = (t: Tones): string =>
  stroke("M-70 -90q70 -120 140 0", "#7b8583", 9) +
  rect(-60, -104, 120, 30, t.deep, 'rx="12"') +
  path("M-72 -74H72L88 90H-88Z", "#ffe9b0") +
  circle(0, 14, 52, "#fff6da") +
  stroke("M-72 -74L-88 90M72 -74L88 90M0 -74V90", t.dark, 8) +
  path("M-104 90H104L92 150q-2 20 -22 20H-70q-20 0 -22 -20Z", t.main) +
  circle(0, 128, 16, t.trim);

export const cookSet = (t: Tones): string =>
  path("M-130 -10H70V110q0 40 -40 40H-90q-40 0 -40 -40Z", t.main) +
  path("M10 -10H70V110q0 40 -40 40H-4Z", t.dark) +
  rect(-144, -28, 228, 24, "#c9d0ce", 'rx="10"') +
  circle(-30, -42, 16, t.trim) +
  stroke("M84 -8h86", t.deep, 16, 'stroke-linecap="round"') +
  path("M60 82h116l-10 70q-2 18 -20 18H90q-18 0 -20 -18Z", "#b7c0be") +
  path("M60 82h116l-3 20H63Z", "#dfe5e3") +
  logo(-40, 70, 30, t.pale);

export const charger = (t: Tones): string =>
  stroke("M60 60q110 40 84 -60t-40 -90q40 -30 40 30", "#1f2a2c", 16, 'stroke-linecap="round"') +
  rect(-116, -166, 200, 316, t.main, 'rx="44"') +
  rect(24, -166, 60, 316, t.dark, 'rx="30"') +
  circle(-16, -66, 52, "#0f1718") +
  path("M-10 -104L-40 -60h20l-6 34l30 -44h-20Z", "#8ee0c4") +
  rect(-66, 26, 100, 10, "#8ee0c4", 'rx="5"') +
  logo(-16, 96, 30, t.pale) +
  path("M100 20h60l10 70q0 20 -18 20h-42q-18 0 -18 -20Z", "#2c383a");

export const cable = (t: Tones): string =>
  [112, 92, 72]
    .map((r) => stroke(`M0 ${20 - r}a${r} ${r} 0 1 1 -.1 0Z`, r === 92 ? t.dark : t.main, 17))
    .join("") +
  path("M70 -40l60 -86q14 -16 34 -4t12 34l-46 84Z", "#2c383a") +
  path("M128 -132l34 -30l24 18l-18 42Z", "#1b2527") +
  path("M-60 84l-70 50q-20 8 -32 -8t2 -34l70 -50Z", "#2c383a") +
  rect(-34, 4, 68, 34, t.trim, 'rx="8"') +
  logo(0, 22, 16, "#fff7e6");

export const gearBag = (t: Tones): string =>
  stroke("M-70 -60q70 -110 140 0", t.deep, 16) +
  rect(-160, -64, 320, 226, t.main, 'rx="44"') +
  path("M-160 40H160V118q0 44 -44 44H-116q-44 0 -44 -44Z", t.dark) +
  stroke("M-150 -8H150", t.trim, 7, 'stroke-dasharray="4 5"') +
  rect(-20, -20, 40, 22, "#c9d0ce", 'rx="6"') +
  stroke("M-96 -60V158M96 -60V158", t.deep, 14) +
  logo(0, 96, 36, t.pale);

export const washKit = (t: Tones): string =>
  path("M-140 -20H60L40 150q-2 20 -22 20H-98q-20 0 -22 -20Z", t.main) +
  path("M6 -20H60L40 150q-2 20 -22 20h-30Z", t.dark) +
  stroke("M-138 -16q98 -130 196 0", "#8d9795", 9) +
  path("M-140 -20a100 18 0 0 1 200 0a100 18 0 0 1 -200 0Z", t.pale) +
  rect(70, 10, 84, 160, "#e8ece9", 'rx="16"') +
  rect(92, -30, 40, 44, t.deep, 'rx="6"') +
  path("M84 -44h64v18h-34l-30 14Z", t.trim) +
  rect(80, 60, 64, 60, t.light, 'rx="6"') +
  path("M-110 -54q60 -40 130 -6l-10 38h-110Z", "#f0cf6a") +
  logo(-42, 84, 28, t.pale);

export const jacket = (t: Tones): string =>
  path(
    "M-70 -150L-150 -112L-186 70L-130 88L-106 -10V166H106V-10L130 88L186 70L150 -112L70 -150L0 -116Z",
    t.main,
  ) +
  path("M-150 -112L-186 70L-130 88L-106 -10ZM150 -112L186 70L130 88L106 -10Z", t.dark) +
  path("M-70 -150L0 -166L70 -150L40 -96H-40Z", t.trim) +
  stroke("M0 -100V166", t.trim, 7) +
  stroke("M-84 84h58M26 84h58", t.deep, 8, 'stroke-linecap="round"') +
  logo(52, -40, 20, t.pale);

export const tee = (t: Tones): string =>
  path("M-72 -140L-176 -92L-146 0L-100 -24V160H100V-24L146 0L176 -92L72 -140Q0 -80 -72 -140Z", t.main) +
  path("M60 -130L176 -92L146 0L100 -24V160H52Z", t.dark, 'opacity=".6"') +
  stroke("M-72 -140Q0 -76 72 -140", t.deep, 10) +
  logo(0, 12, 54, t.trim);

export const cap = (t: Tones): string =>
  path("M-130 60Q-140 -116 10 -120Q140 -116 140 50Z", t.main) +
  path("M10 -120Q140 -116 140 50H40Q60 -60 10 -120Z", t.dark) +
  path("M-130 60Q-30 20 80 46Q170 60 186 100Q60 84 -110 100Q-136 92 -130 60Z", t.deep) +
  stroke("M-60 -96Q-80 -30 -76 44", t.dark, 4) +
  circle(8, -122, 12, t.trim) +
  logo(-12, -16, 36, t.pale);

export const backpack = (t: Tones): string =>
  stroke("M-40 -140q40 -50 80 0", t.deep, 16) +
  path("M-116 -60Q-116 -150 0 -152Q116 -150 116 -60V140q0 30 -30 30H-86q-30 0 -30 -30Z", t.main) +
  path("M60 -142Q116 -128 116 -60V140q0 30 -30 30H50Z", t.dark) +
  rect(-82, 20, 164, 122, t.dark, 'rx="24"') +
  stroke("M-70 54H70", t.trim, 7, 'stroke-dasharray="5 5"') +
  stroke("M-90 -50Q0 -90 90 -50", t.deep, 7) +
  rect(-14, -36, 28, 70, t.trim, 'rx="6"') +
  logo(0, 104, 30, t.pale);

export const tote = (t: Tones): string =>
  stroke("M-56 -60V-108q0 -56 56 -56t56 56v48", t.trim, 16) +
  path("M-140 -70H140L160 150q2 20 -18 20H-142q-20 0 -18 -20Z", t.main) +
  path("M80 -70h60L160 150q2 20 -18 20H98Z", t.dark, 'opacity=".6"') +
  rect(-144, -84, 288, 34, t.trim, 'rx="4"') +
  stroke("M-110 -46L-124 160M110 -46L124 160", t.deep, 3, 'stroke-dasharray="9 8" opacity=".6"') +
  logo(0, 56, 46, t.deep);

export const umbrella = (t: Tones): string =>
  stroke("M0 -150V132q0 36 34 36t34 -34", "#6b3f20", 13, 'stroke-linecap="round"') +
  path(
    "M-178 20Q-170 -136 0 -142Q170 -136 178 20Q150 -12 118 18Q88 -12 58 18Q30 -12 0 18Q-30 -12 -58 18Q-88 -12 -118 18Q-150 -12 -178 20Z",
    t.main,
  ) +
  path("M0 -142Q170 -136 178 20Q150 -12 118 18Q100 -90 0 -142Z", t.dark) +
  path("M0 -142Q-76 -90 -58 18Q-30 -12 0 18Q30 -12 58 18Q76 -90 0 -142Z", t.light, 'opacity=".55"') +
  logo(-2, -40, 24, t.pale);

export const medKit = (t: Tones): string =>
  stroke("M-50 -80q50 -70 100 0", t.deep, 15) +
  rect(-158, -84, 316, 236, t.main, 'rx="34"') +
  rect(90, -84, 68, 236, t.dark, 'rx="34"') +
  stroke("M-150 -30H150", t.deep, 5) +
  rect(-58, -2, 116, 116, "#ffffff", 'rx="16"') +
  path("M-14 18h28v24h24v28h-24v24h-28v-24h-24v-28h24Z", "#c7402f");

export const plush = (t: Tones): string =>
  circle(-82, -110, 36, t.dark) +
  circle(82, -110, 36, t.dark) +
  path("M-96 150Q-120 10 0 10Q120 10 96 150Q90 172 0 172Q-90 172 -96 150Z", t.main) +
  path("M-56 150Q-66 60 0 58Q66 60 56 150Q40 162 0 162Q-40 162 -56 150Z", t.pale) +
  circle(0, -60, 104, t.main) +
  circle(0, -30, 48, t.pale) +
  circle(-40, -80, 10, "#1f2a2c") +
  circle(40, -80, 10, "#1f2a2c") +
  path("M-16 -48h32l-16 18Z", "#1f2a2c") +
  path("M-60 30L0 46L60 30V66L0 50L-60 66Z", t.trim);
