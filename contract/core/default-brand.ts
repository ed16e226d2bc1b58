import type { Brand } from "./brand.ts";

const account = { appId: "", redirect: "" };
/** What a page shows that was told no brand: no maker's name is better than another maker's (requirement A13). */
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
