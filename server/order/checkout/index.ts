export { loadQuote, quoteRefusal, type LoadedQuote, type QuoteChoices } from "./quote.ts";
