/** A shorter secret may occur by chance in an id, a time or a hash. */
const MIN_UNAMBIGUOUS_LENGTH = 11;

/**
 * Whether a text reveals a secret. A short one counts only as a separate word: the digits of a code occur by
 * chance inside some number of a long log.
 * @param secret plain; its percent-encoded form is found, too
 */
export function containsSecret(text: string, secret: string): boolean {
  return [secret, encodeURIComponent(secret)].some((written) =>
    secret.length < MIN_UNAMBIGUOUS_LENGTH
      ? new RegExp(`(?<![\\w.])${written.replaceAll(/\W/g, "\\$&")}(?!\\w)`).test(text)
      : text.includes(written),
  );
}
