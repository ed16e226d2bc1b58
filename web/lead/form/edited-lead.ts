import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findCity } from "../../platform/location/find-city.ts";
import { leadMessages } from "../messages.ts";
import { emptyLeadValues, type LeadValues } from "./lead-values.ts";

/** Lead being changed, with the initial values of its form. */
export type EditedLead = {
  readonly leadId: string;
  /** Time of the previous change. */
  readonly updatedTime: string;
  readonly values: LeadValues;
  /**
   * Hint for the empty field of a number other than the bound one: even its owner receives it masked only.
   */
  readonly mobileHint: string;
};
type LeadQuestions = Pick<ActivityDetail, "pageType" | "seriesCodes" | "form">;

/** Maps a stored lead to form values, without removed questions and without consent. */
export function leadToValues(
  lead: Lead,
  { pageType, seriesCodes, form }: LeadQuestions,
  boundMobile: string | null,
  cityName: string | null,
): LeadValues {
  const answers = form.flatMap(({ key }) => {
    const answer = lead.answers[key];
    return answer === undefined ? [] : [[key, answer] as const];
  });
  return {
    ...emptyLeadValues,
    name: lead.name,
    isOtherMobile: boundMobile !== null && maskMobile(boundMobile) !== lead.mobile,
    ...(cityName !== null && { cityCode: lead.cityCode, cityName }),
    // If the form offers no choice of dealers, the server assigns one again.
    ...(cityName !== null && pageType === "localOfflineLead" && { dealerId: lead.dealerId ?? "" }),
    seriesCode: seriesCodes.find((code) => code === lead.seriesCode) ?? "",
    answers: Object.fromEntries(answers),
  };
}

/** Prepares the change of a lead; if the city's name cannot be loaded, the current city is used. */
export async function prepareLeadEdit(
  lead: Lead,
  questions: LeadQuestions,
  boundMobile: string | null,
): Promise<EditedLead> {
  const city = await findCity(lead.cityCode).catch(() => null);
  return {
    leadId: lead.leadId,
    updatedTime: lead.updatedTime,
    values: leadToValues(lead, questions, boundMobile, city?.name ?? null),
    mobileHint: leadMessages.mobileBefore(lead.mobile),
  };
}
