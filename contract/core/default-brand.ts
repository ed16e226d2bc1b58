import type { Brand } from "./brand.ts";

const account = { appId: "", redirect: "" };
/**
 * Neutral brand for a page without brand configuration; another maker's name must never be shown (requirement
 * A13).
 */
export const defaultBrand: Brand = {
  name: "",
  latin: "",
  idName: "",
  idLatin: "",
  servicePhone: "",
  domain: "",
  appMarker: "",
  bridgeKey: "",
  clientId: "",
  officialAccounts: { prod: account, other: account },
  miniProgramLoginPage: "",
  theme: {},
  logo: [],
  copyright: "",
};
