/** GBK's bytes by character, from the platform's decoder: Node has no encoder of it. */
function gbkTable(): ReadonlyMap<string, Uint8Array> {
  const decoder = new TextDecoder("gbk", { fatal: true });
  const table = new Map<string, Uint8Array>();
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) {
      const bytes = Uint8Array.of(first, second);
      try {
        const text = decoder.decode(bytes);
        if (!table.has(text)) table.set(text, bytes);
      } catch {
        // no character
      }
    }
  return table;
}
let table: ReadonlyMap<string, Uint8Array> | null = null;

/** Encodes a text in GBK, as Alipay's bills are; what GBK does not have is a question mark. */
export function encodeGbk(text: string): Uint8Array {
  table ??= gbkTable();
  const known = table;
  return Buffer.concat(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x80 ? Uint8Array.of(code) : (known.get(character) ?? Uint8Array.of(0x3f));
    }),
  );
}
