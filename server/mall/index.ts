export {
  freightOf,
  freightRuleOf,
  type Freight,
  type FreightLine,
  type FreightTemplate,
} from "./freight/rules.ts";
export {
  currentPrice,
  isRunning,
  ownerPrice,
  saleStateOf,
  type PricePlan,
  type Rush,
  type SaleState,
} from "./price/rules.ts";
export { loadSkus, type MallSku } from "./price/store.ts";
