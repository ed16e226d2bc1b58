import type { PageBlock } from "#contract/blocks/blocks.ts";
import { composeMessages } from "../messages.ts";

export type BlockKind = PageBlock["kind"];
/** Block in the editor; only the server validates it (contract/blocks/blocks.ts). */
export type BlockDraft = { readonly kind: BlockKind } & Readonly<Record<string, unknown>>;

/** Input of a block or of an item of it. */
export type FieldSpec = {
  readonly name: string;
  readonly label: string;
  readonly look: "line" | "area" | "rich" | "picture" | "until";
  /** Omitted from the block while it is empty. */
  readonly isOptional?: boolean;
  readonly hint?: string;
};
export type ListSpec = {
  readonly name: string;
  readonly look: "list";
  readonly label: string;
  readonly item: readonly FieldSpec[];
};

const { fields } = composeMessages;
const line = (name: string, label: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  look: "line",
  ...more,
});
const title = line("title", fields.title);
const heading = line("title", fields.title, { isOptional: true });
const remark = line("remark", fields.remark, { isOptional: true });
const picture = (name: string, label: string, isOptional = false): FieldSpec => ({
  name,
  label,
  look: "picture",
  isOptional,
  hint: fields.addressHint,
});
const list = (name: string, label: string, ...item: FieldSpec[]): ListSpec => ({
  name,
  look: "list",
  label,
  item,
});
const degrees = { hint: fields.degreesHint };

/** Inputs of each kind of block, in order. */
export const blockFields: Readonly<Record<BlockKind, readonly (FieldSpec | ListSpec)[]>> = {
  hero: [title, line("subtitle", fields.subtitle, { isOptional: true }), picture("url", fields.picture)],
  text: [heading, { name: "html", label: fields.html, look: "rich" }],
  gallery: [
    heading,
    list(
      "pictures",
      fields.pictures,
      picture("url", fields.picture),
      line("alt", fields.alt),
      line("caption", fields.caption, { isOptional: true }),
    ),
  ],
  agenda: [
    heading,
    list("items", fields.items, line("time", fields.time), line("title", fields.what), remark),
  ],
  video: [
    heading,
    line("label", fields.label),
    line("url", fields.video, { hint: fields.linkHint }),
    picture("posterUrl", fields.poster),
    line("captionsUrl", fields.captions, { isOptional: true, hint: fields.linkHint }),
  ],
  form: [title, remark],
  coupon: [title, remark],
  map: [
    heading,
    line("name", fields.name),
    line("address", fields.address),
    line("longitude", fields.longitude, degrees),
    line("latitude", fields.latitude, degrees),
  ],
  faq: [
    heading,
    list("items", fields.items, line("question", fields.question), {
      name: "answer",
      label: fields.answer,
      look: "area",
    }),
  ],
  countdown: [title, { name: "until", label: fields.until, look: "until" }],
  people: [
    heading,
    list(
      "people",
      fields.people,
      line("name", fields.person),
      line("role", fields.role, { isOptional: true }),
      { name: "remark", label: fields.about, look: "area", isOptional: true },
      picture("avatarUrl", fields.avatar, true),
    ),
  ],
};
export const blockKinds = Object.keys(blockFields) as BlockKind[];

type Values = Readonly<Record<string, unknown>>;
const emptyOf = (specs: readonly FieldSpec[]): Values =>
  Object.fromEntries(
    specs.flatMap(({ name, look, isOptional }) =>
      isOptional ? [] : [[name, look === "until" ? "start" : ""]],
    ),
  );
/** New item of a list. */
export const emptyItem = ({ item }: ListSpec): Values => emptyOf(item);
/** New block with empty required fields and one item in each list. */
export const emptyBlock = (kind: BlockKind): BlockDraft => ({
  ...emptyOf(blockFields[kind].filter((spec) => spec.look !== "list")),
  ...Object.fromEntries(
    blockFields[kind].flatMap((spec) => (spec.look === "list" ? [[spec.name, [emptyItem(spec)]]] : [])),
  ),
  kind,
});

/** Sets a value; an empty optional one is omitted. */
export function withValue(values: Values, { name, isOptional }: FieldSpec, value: string): Values {
  if (!isOptional || value !== "") return { ...values, [name]: value };
  const { [name]: _omitted, ...rest } = values;
  return rest;
}
/** Text of an input; stored numbers are converted. */
export const fieldText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export const blockItems = (block: Values, { name }: ListSpec): readonly Values[] =>
  Array.isArray(block[name]) ? (block[name] as Values[]) : [];

/** Short text that identifies a block among others of its kind. */
export const blockTitle = (block: BlockDraft): string => {
  const texts = [block["title"], block["name"], block["label"]];
  return texts.map(fieldText).find((text) => text !== "") ?? "";
};
/** Number of faults of a block. @param at index of the block */
export const countFaults = (faults: Readonly<Record<string, string>>, at: number): number =>
  Object.keys(faults).filter((path) => path.startsWith(`blocks.${at}.`)).length;
