import type { Finding, ProjectCheck } from "../project.ts";

/** Files whose texts shoppers and staff read; the lab's pages are for engineers. */
const READ = /^(web|server)\/.*(messages|terms)\.ts$|^contract\/.*\.ts$|^demo\/(?!.*\.test\.ts$).*\.ts$/;

/** Words that are not used, with those that are: one word for a thing on all screens (docs/glossary.md). */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/登记(?!证)/, "预约 (a lead), 加入候补 (the waitlist), 认证 or 添加"],
  [/优惠券|卡包|权益/, "卡券"],
  [/开抢/, "开放报名"],
  [/留资/, "预约"],
  [/报名编号/, "凭证号, with the ticket's 12 characters"],
  [/凭证[^”"]{0,6}核销|已核销/, "已签到 (a ticket), 已使用 (a coupon)"],
  [/月0\d日/, "a day without a leading zero: 12月5日"],
];
/** Texts of the desk that redeems coupons, which staff call so, as operators do. */
const REDEEMING = /^web\/(check-in\/messages\.ts$|console\/)|^(contract|server\/[^/]+)\/console\//;
/** Words of operators: a benefit is what a coupon stands for. */
const OPERATORS = /^web\/console\/|^(contract|server\/[^/]+)\/console\//;

export const words: ProjectCheck = {
  name: "words",
  holds: "one word for a thing in the texts of the product and of the demo",
  run: (project) =>
    project.code
      .filter(({ path, isTest }) => READ.test(path) && !isTest)
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, at): Finding[] =>
          WORDS.flatMap(([word, instead]) => {
            const found = word.exec(line);
            const isAllowed =
              (found?.[0] === "已核销" && REDEEMING.test(path)) ||
              (found?.[0] === "权益" && OPERATORS.test(path));
            return found === null || isAllowed
              ? []
              : [{ path, line: at + 1, message: `says "${found[0]}": say ${instead}` }];
          }),
        ),
      ),
};
