import { nonEmptyLines } from "../text-templates.ts";

/** Replies that fit any article. */
export const replies: readonly string[] = nonEmptyLines(`
  下次带上我，从杭州过去更近。
  写得真好，照片也好看。
  收藏了，下个月照着走一遍。
  请问早上几点到比较合适？
  这段路我上周刚走过，路已经修好了。
  哈哈，同感，我家那位也是这么说的。
  数据很实在，比评测靠谱。
  求同款灯串的链接，谢谢！
  电耗比我低两个点，脚法不错。
  带帐篷的话我来订营地。
  老哥稳，安全第一。
  我们小区也在申请，来取经。
  羡慕，我还在加班。
  这颜色绝了，当时就该选它。
  跟着你们走了两次，从来没走错过路。
  孩子多大了？我们也可以一起。
  建议加一句：轮胎气压出发前再看一眼。
  点赞，正能量。
  +1，算我一个。
  刚提车，先学习。
  原来还可以这样，学到了。
  明天就去试试。
  我测出来差不多，可以参考。
  那家茶叶蛋真的好吃！
  下雨天慢一点，山里路滑。
  已经私信你了，看一下。
`);
/** Answers to a comment. */
export const replyAnswers: readonly string[] = nonEmptyLines(`
  没问题，下次出发前叫你。
  谢谢，路上见。
  七点之前到就行，晚了没车位。
  链接发你私信了。
  哈哈哈，一样一样。
  好主意，我补充到正文里。
  算你一个。
  客气了，互相学习。
`);
/** Lines with a mention; `{friend}` is replaced by it. */
export const mentionLines: readonly string[] = nonEmptyLines(`
  {friend} 快来看
  {friend} 这个你熟
  {friend} 下次一起？
  {friend} 你上次问的在这里
`);
