import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findCity } from "../../platform/location/find-city.ts";
import { leadMessages as words } from "../messages.ts";
import { emptyLeadValues, type LeadValues } from "./lead-values.ts";

/** A lead that is being changed: which one, and how its form begins. */
export type EditedLead = {
  readonly leadId: string;
  /** When it was last changed before. */
  readonly updatedTime: string;
  readonly values: LeadValues;
  /** Beside the empty field of another number than the bound one: its own person too is told it masked alone. */
  readonly mobileHint: string;
};
type LeadQuestions = Pick<ActivityDetail, "pageType" | "seriesCodes" | "form">;

/** What the server tells of a lead as its form has it; what the activity no longer offers is left out, and consent. */
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
    // Where the form has no choice of dealers, the server chooses anew.
    ...(cityName !== null && pageType === "localOfflineLead" && { dealerId: lead.dealerId ?? "" }),
    seriesCode: seriesCodes.find((code) => code === lead.seriesCode) ?? "",
    answers: Object.fromEntries(answers),
  };
}

/** Begins to change a lead; a city whose name does not come is left to the one on show. */
export async function prepareLeadEdit(
  lead: Lead,
  asked: LeadQuestions,
  boundMobile: string | null,
): Promise<EditedLead> {
  const city = await findCity(lead.cityCode).catch(() => null);
  return {
    leadId: lead.leadId,
    updatedTime: lead.updatedTime,
    values: leadToValues(lead, asked, boundMobile, city?.name ?? null),
    mobileHint: words.mobileBefore(lead.mobile),
  };
}
