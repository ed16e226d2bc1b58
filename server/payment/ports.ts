/** Interface of WeChat's official account that payments in its browser depend on. */
export type PayerPort = {
  /** The person's openid at the official account; null: none is known. */
  openIdOf(userId: string): Promise<string | null>;
  /**
   * Exchanges the code of a silent authorisation. @returns null for a fictitious person (quick view)
   * @throws Refusal "codeSpent" or "unreachable"
   */
  openIdOfCode(code: string): Promise<string | null>;
  /** Address of the silent authorisation, which returns to a page with `code` and `state=pay`; null: no account. */
  authorizeUrl(returnTo: string): string | null;
};
