export { createPaymentChannels, type PaymentChannels } from "./channels.ts";
