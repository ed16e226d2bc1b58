/** Text that is hashed (hex SHA-256, its first 32 digits) for a visitor's anonymous id. */
export const visitorIdText = (proof: string): string => `visitor ${proof}`;
