import type { FormField } from "#contract/activity/activity.ts";
import { seededHash, seededPick } from "../seeded-hash.ts";

/** Invented answers to text questions, by the question's key; others stay unanswered. */
const texts: Readonly<Record<string, readonly string[]>> = {
  childrenAges: ["4 岁", "7 岁", "3 岁、6 岁", "9 岁", "5 岁半"],
  meal: ["没有", "不吃辣", "花生过敏", "素食", "不吃牛羊肉"],
  trouble: ["冬天掉电快", "转弯有异响", "高速风噪偏大", "车机偶尔断网", "轮胎磨损不均"],
  question: [
    "电池衰减怎么看",
    "冬天要不要预热",
    "保养多久一次",
    "轮胎要不要换冬季胎",
    "辅助驾驶怎么用更安心",
  ],
  camera: ["手机", "微单", "胶片机", "手机加增距镜", "无人机"],
  stall: ["只逛", "手作皮具", "手冲咖啡", "闲置露营装备", "孩子的绘本"],
  currentCar: ["合资紧凑型轿车，2018 款", "自主品牌 SUV，2020 款", "家用 MPV，2017 款", "纯电小车，2021 款"],
  version: ["4.1.0", "4.1.2", "4.0.6", "3.9.8"],
  story: [
    "每天两座城市，单程七十公里",
    "想带爸妈去看一次海",
    "家里两个孩子，周末都在路上",
    "想知道冬天到底能跑多远",
    "从南到北，开过十一个省",
    "下班后的那半小时，只属于自己",
  ],
};

function answerTo({ key, kind, options }: FormField, seed: string): string {
  if (kind === "select") return seededPick(options, seed);
  if (kind === "number")
    return String(key === "mileage" ? 3_000 + (seededHash(seed) % 90_000) : 1 + (seededHash(seed) % 4));
  const known = texts[key];
  return kind === "text" && known !== undefined ? seededPick(known, seed) : "";
}

/** Invented answers of a person to a form's questions. */
export const answersTo = (form: readonly FormField[], person: string): Record<string, string> =>
  Object.fromEntries(
    form.flatMap((question): [string, string][] => {
      const answer = answerTo(question, `${person}${question.key}`);
      return answer === "" ? [] : [[question.key, answer]];
    }),
  );
