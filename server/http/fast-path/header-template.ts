/** As the framework tells them, and `writeHead` takes them. */
export type ReplyHeaderValues = Readonly<Record<string, string | number | string[] | undefined>>;
/** Names and values in turn, which Node writes as they are. */
type FlatHeaders = (string | string[])[];

/** Headers that many answers have, made for writing once: for each answer nothing is copied by name or looked at again. */
export class HeaderTemplate {
  readonly #names: readonly string[];
  readonly #flat: FlatHeaders;
  constructor(sent: ReplyHeaderValues) {
    const all = Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)] as const],
    );
    this.#names = all.map(([name]) => name);
    this.#flat = all.flat() as FlatHeaders;
  }

  /**
   * With those of one answer, which stand in the place of the known ones.
   * @param own by lower-case name
   * @param further names and values in turn, none of them known
   */
  with(own: Readonly<Record<string, string | string[]>>, ...further: readonly string[]): FlatHeaders {
    const isOwn = (name: string): boolean => Object.hasOwn(own, name);
    const kept = this.#names.some(isOwn)
      ? this.#flat.filter((_part, at) => !isOwn(String(this.#flat[at - (at % 2)])))
      : this.#flat;
    return [...kept, ...Object.entries(own).flat(), ...further];
  }
}
