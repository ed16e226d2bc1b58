/** The shape of `reply.getHeaders()`. */
export type ReplyHeaderValues = Readonly<Record<string, string | number | string[] | undefined>>;
/** Alternating names and values, which `writeHead` writes without further processing. */
type FlatHeaders = (string | string[])[];

/** Headers that many responses share, flattened once, so that a response needs no copy by name. */
export class HeaderTemplate {
  readonly #names: readonly string[];
  readonly #flat: FlatHeaders;
  constructor(sent: ReplyHeaderValues) {
    const entries = Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)] as const],
    );
    this.#names = entries.map(([name]) => name);
    this.#flat = entries.flat() as FlatHeaders;
  }

  /**
   * Adds the headers of one response.
   * @param overrides replace headers of the template, by lower-case name
   * @param further alternating names and values that the template does not have
   */
  with(overrides: Readonly<Record<string, string | string[]>>, ...further: readonly string[]): FlatHeaders {
    const isOverridden = (name: string): boolean => Object.hasOwn(overrides, name);
    const remaining = this.#names.some(isOverridden)
      ? this.#flat.filter((_part, index) => !isOverridden(String(this.#flat[index - (index % 2)])))
      : this.#flat;
    return [...remaining, ...Object.entries(overrides).flat(), ...further];
  }
}
