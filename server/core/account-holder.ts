/** Names an account as the holder of a verified device, beside mobiles (`verified_device.holder`). */
export const accountHolder = (accountId: string): string => `account ${accountId}`;
