/**
 * Responses of AMap's web service in shapes that others have recorded and published with their code (comments of
 * models, test fixtures); the places are our own. There are two generations of responses for a point, with different
 * field orders. Both write empty values as `[]`.
 */
type Component = { readonly adcode: unknown; readonly city: unknown; readonly province: unknown };
const nothing = { name: [], type: [] };
/** Place without a numbered street: even `location` is missing. */
const noStreet = { number: [], direction: [], distance: [], street: [] };
const street = {
  number: "18号",
  location: "121.4846,31.2181",
  direction: "东北",
  distance: "24.6032",
  street: "滨江路",
};
const area = { location: "121.4811,31.2214", name: "老城", id: "310101" };

/** Response for a point since about 2019. */
export const regeo = ({ adcode, city, province }: Component, isNumbered = true) => ({
  status: "1",
  regeocode: {
    addressComponent: {
      city,
      province,
      adcode,
      district: "老城区",
      towncode: "310101013000",
      streetNumber: isNumbered ? street : noStreet,
      country: "中国",
      township: "滨江街道",
      businessAreas: isNumbered ? [area] : [[]],
      building: nothing,
      neighborhood: isNumbered ? { name: "滨江花园", type: "商务住宅;住宅区;住宅小区" } : nothing,
      citycode: "021",
    },
    formatted_address: "某省某市老城区滨江街道滨江路18号",
  },
  info: "OK",
  infocode: "10000",
});
/** Earlier response for a point, also with `extensions=all`. */
export const olderRegeo = ({ adcode, city, province }: Component) => ({
  status: "1",
  info: "OK",
  infocode: "10000",
  regeocode: {
    formatted_address: "某省某市老城区滨江街道滨江路18号",
    addressComponent: {
      country: "中国",
      province,
      city,
      citycode: "021",
      district: "老城区",
      adcode,
      township: "滨江街道",
      towncode: "310101013000",
      neighborhood: nothing,
      building: nothing,
      streetNumber: { ...street },
      businessAreas: [[]],
    },
    pois: [{ id: "B0001", name: "滨江花园", tel: [], location: "121.484600,31.218100" }],
    roads: [],
  },
});
/** Response for a point abroad that the key may not query: all empty except the point. */
export const regeoAbroad = {
  status: "1",
  info: "OK",
  infocode: "10000",
  regeocode: {
    formatted_address: [],
    addressComponent: {
      country: [],
      province: [],
      city: [],
      citycode: [],
      district: [],
      adcode: [],
      township: [],
      towncode: [],
      streetNumber: { street: [], number: [], location: "126.978,37.5665", direction: [], distance: [] },
    },
    pois: [],
    roads: [],
    roadinters: [],
    aois: [],
  },
};

/** Response for an IP address; in contrast to a point, a municipality has a city. */
export const ofAddress = (adcode: unknown, province: unknown, city: unknown, rectangle: unknown = []) => ({
  status: "1",
  info: "OK",
  infocode: "10000",
  province,
  city,
  adcode,
  rectangle,
});

export const refusal = (info: string, infocode: string) => ({ status: "0", info, infocode });
/** Error caused by the key, which contains the key and its signature. */
export const refusalOfKey = (info: string, infocode: string, key: string) => ({
  info,
  infocode,
  status: "0",
  sec_code_debug: "00000000000000000000000000000000",
  key,
  sec_code: "00000000000000000000000000000000",
});
