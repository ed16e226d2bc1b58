import type { NewActivity } from "../../server/activity/index.ts";
import { seededHash, seededPick } from "../seeded-hash.ts";
import type { ConceptTexts } from "../concepts/concept.ts";
import { coverInTurnOf, pictureInText, type PictureUrls } from "../pictures.ts";
import { fillTemplate, nonEmptyLines, splitAtBar, toHtml, type TemplateValues } from "../text-templates.ts";

/** Fields of an activity that its concept's texts determine. */
type ActivityTexts = Pick<
  NewActivity,
  | "title"
  | "subtitle"
  | "coverUrl"
  | "businessType"
  | "seriesCodes"
  | "tags"
  | "fee"
  | "content"
  | "form"
  | "benefits"
  | "rules"
  | "share"
  | "pageType"
>;

/** Rules appended to every activity. */
const commonRules = {
  signup: ["报名成功以收到报名凭证为准，凭证不可转让", "如遇极端天气或不可抗力，主办方将短信通知改期或取消"],
  localOfflineLead: ["预约后由门店电话确认到店时间", "个人信息仅用于本次活动联系"],
  lead: ["个人信息仅用于本次活动联系"],
  landing: ["发现作弊或虚假信息，主办方有权取消资格"],
} as const;

const hashHex = (text: string): string => seededHash(text).toString(16).padStart(8, "0");
/** Key of an activity's concept, which is part of its benefits' ids. */
export const conceptKeyOf = ({ benefits }: NewActivity): string =>
  (benefits[0]?.benefitId ?? "").replace(/-\d+$/, "");

/** Code in an activity's links; opaque to readers. */
export const activityLinkCode = (activityId: string): string =>
  hashHex(`seal ${activityId}`) + hashHex(`${activityId} seal`);

/**
 * Fills an activity's values into its concept's texts.
 * @param turn selects the variants of title, subtitle and opening
 * @param before HTML after the opening @param after HTML at the end
 */
export function writeActivityTexts(
  concept: ConceptTexts,
  values: TemplateValues,
  turn: number,
  pictures: PictureUrls,
  [before, after]: readonly [string, string] = ["", ""],
): ActivityTexts {
  const variant = (list: readonly string[]): string =>
    fillTemplate(list[turn % list.length] ?? seededPick(list, ""), values);
  const title = variant(concept.titles);
  const coverUrl = coverInTurnOf(pictures, concept.cover, turn);
  const text = fillTemplate(concept.text, values);
  return {
    title,
    subtitle: variant(concept.subtitles),
    coverUrl,
    businessType: concept.businessType,
    seriesCodes: [...concept.series],
    tags: concept.tags.map((tag) => fillTemplate(tag, values)),
    fee: fillTemplate(concept.fee, values),
    content:
      toHtml(variant(concept.openings), "") +
      before +
      toHtml(text, pictureInText(pictures, concept.picture)) +
      after,
    form: concept.questions.map((question) => ({ ...question, options: [...question.options] })),
    benefits: nonEmptyLines(fillTemplate(concept.benefits, values)).map((line, at) => {
      const [name, value] = splitAtBar(line);
      return { benefitId: `${concept.key}-${at + 1}`, name, value };
    }),
    rules: [...nonEmptyLines(fillTemplate(concept.rules, values)), ...commonRules[concept.pageType]].join(
      "\n",
    ),
    share: { title, desc: fillTemplate(concept.share, values), imgUrl: coverUrl },
    pageType: concept.pageType,
  };
}
