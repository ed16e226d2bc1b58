/**
 * Answers of AMap's web service in the shapes that it has been recorded to answer with by others, who published
 * them beside their own code (comments of models, fixtures of tests); the places in them are ours. Two
 * generations of a point's answer are about, with another order of fields. What is empty is `[]`, in both.
 */
type Component = { readonly adcode: unknown; readonly city: unknown; readonly province: unknown };
const nothing = { name: [], type: [] };
/** Of a place without a numbered street: not even `location` is there. */
const noStreet = { number: [], direction: [], distance: [], street: [] };
const street = {
  number: "18号",
  location: "121.4846,31.2181",
  direction: "东北",
  distance: "24.6032",
  street: "滨江路",
};
const area = { location: "121.4811,31.2214", name: "老城", id: "310101" };

/** Since about 2019. */
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
/** Before, and where `extensions=all` was asked for. */
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
/** Of a point abroad, where the key may not ask about those: all empty but the point. */
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

/** Of an address; unlike a point's, a municipality's has a city. */
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
/** Where the key is the reason it says it back, with what it was signed by. */
export const refusalOfKey = (info: string, infocode: string, key: string) => ({
  info,
  infocode,
  status: "0",
  sec_code_debug: "00000000000000000000000000000000",
  key,
  sec_code: "00000000000000000000000000000000",
});
