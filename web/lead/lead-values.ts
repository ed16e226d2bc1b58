import type { Channel } from "#contract/fields.ts";
import type { LeadForm } from "#contract/lead.ts";
import { leadConsent } from "#contract/lead-consent.ts";

/** What the form holds while it is filled in; an empty text is “not chosen” or “not filled in”. */
export type LeadValues = {
  name: string;
  /** Another number than the bound one, which itself stays out of the form. */
  isOtherMobile: boolean;
  mobile: string;
  cityCode: string;
  cityName: string;
  dealerId: string;
  seriesCode: string;
  answers: Record<string, string>;
  consent: boolean;
};
export const emptyValues: LeadValues = {
  name: "",
  isOtherMobile: false,
  mobile: "",
  cityCode: "",
  cityName: "",
  dealerId: "",
  seriesCode: "",
  answers: {},
  consent: false,
};

/** The province of a city by its code (GB/T 2260). */
const provinceOf = (cityCode: string): string => `${cityCode.slice(0, 2)}0000`;

/** The values as the call takes them; consent as it stands, for the schema to judge. */
export function toForm(
  values: LeadValues,
  boundMobile: string | null,
  channel: Channel,
): Omit<LeadForm, "consent"> & { consent: boolean } {
  const answers = Object.entries(values.answers)
    .map(([key, answer]) => [key, answer.trim()] as const)
    .filter(([, answer]) => answer !== "");
  return {
    name: values.name,
    mobile: values.isOtherMobile || boundMobile === null ? values.mobile : boundMobile,
    provinceCode: provinceOf(values.cityCode),
    cityCode: values.cityCode,
    ...(values.dealerId !== "" && { dealerId: values.dealerId }),
    ...(values.seriesCode !== "" && { seriesCode: values.seriesCode }),
    answers: Object.fromEntries(answers),
    consentVersion: leadConsent.version,
    consent: values.consent,
    channel,
  };
}
