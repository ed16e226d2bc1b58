/** Limits of the mall, apart from the calls because forms need them too. */
export const mallLimits = {
  /** Units of a line. */
  maxUnits: 99,
  /** Lines of a cart. */
  maxCartLines: 100,
  /** Lines of an order. */
  maxOrderLines: 50,
  /** Addresses of a person. */
  maxAddresses: 20,
  maxAddressDetail: 100,
  /** Remark of an order, characters. */
  maxRemark: 100,
  /** Units left that are named exactly. */
  namedLeft: 10,
  /** SKUs for which a person waits for stock. */
  maxNotices: 50,
  maxAfterSaleText: 300,
  maxAfterSalePictures: 6,
  /** Cases of one order, also withdrawn ones. */
  maxAfterSales: 20,
} as const;

/** Orders of a list of products. */
export const productSorts = ["hot", "new", "sales", "priceUp", "priceDown"] as const;
export type ProductSort = (typeof productSorts)[number];
