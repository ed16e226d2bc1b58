/** Shorter than that, a secret may stand by chance inside an id, a time or a hash. */
const MIN_UNAMBIGUOUS_LENGTH = 11;

/**
 * Whether a text gives a secret away. A short one counts only where it stands by itself: the digits
 * of a code are found, sooner or later, inside some number of a long log, and say nothing there.
 * @param secret as it would be written, or with what an address may not have as it is escaped there
 */
export function containsSecret(text: string, secret: string): boolean {
  return [secret, encodeURIComponent(secret)].some((written) =>
    secret.length < MIN_UNAMBIGUOUS_LENGTH
      ? new RegExp(`(?<![\\w.])${written.replaceAll(/\W/g, "\\$&")}(?!\\w)`).test(text)
      : text.includes(written),
  );
}
