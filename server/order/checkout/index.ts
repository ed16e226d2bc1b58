export { loadQuote, quoteRefusal, type LoadedLine, type LoadedQuote, type QuoteChoices } from "./quote.ts";
export type { PricedSku } from "./rules.ts";
