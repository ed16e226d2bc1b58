/** Values of the form; an empty text is “not chosen” or “not filled in”. */
export type LeadValues = {
  name: string;
  /** Uses a number other than the bound one, which itself is not part of the form. */
  isOtherMobile: boolean;
  mobile: string;
  cityCode: string;
  cityName: string;
  /** District of the city that the dealers are narrowed to; empty: none. */
  districtCode: string;
  dealerId: string;
  seriesCode: string;
  answers: Record<string, string>;
  consent: boolean;
};
export const emptyLeadValues: LeadValues = {
  name: "",
  isOtherMobile: false,
  mobile: "",
  cityCode: "",
  cityName: "",
  districtCode: "",
  dealerId: "",
  seriesCode: "",
  answers: {},
  consent: false,
};
