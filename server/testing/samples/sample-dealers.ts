import type { Organisation } from "#contract/organisation/organisation.ts";

/** Dealers for tests, in Shanghai, each with another address. */
export const sampleDealers = (...ids: string[]): Organisation[] =>
  ids.map((id) => ({
    id,
    code: `S${id}`,
    name: `门店 ${id}`,
    status: "BC500001",
    address: `龙腾大道 ${id} 号`,
    phone: "",
    provinceCode: "310000",
    cityCode: "310100",
    longitude: 121,
    latitude: 31,
  }));
