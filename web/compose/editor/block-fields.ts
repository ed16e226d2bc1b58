import type { PageBlock } from "#contract/blocks/blocks.ts";
import { composeMessages } from "../messages.ts";

export type BlockKind = PageBlock["kind"];
/** A block as it is being written: judged by the server alone (contract/blocks/blocks.ts). */
export type BlockDraft = { readonly kind: BlockKind } & Readonly<Record<string, unknown>>;

/** One input of a block, or of one of its items. */
export type FieldSpec = {
  readonly name: string;
  readonly label: string;
  readonly look: "line" | "area" | "rich" | "picture" | "until";
  /** Left out of the block while it is empty. */
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

/** What is written in a block of each kind, in order. */
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
/** A new item of a list. */
export const emptyItem = ({ item }: ListSpec): Values => emptyOf(item);
/** A new block, with nothing in it but what has to be there. */
export const emptyBlock = (kind: BlockKind): BlockDraft => ({
  ...emptyOf(blockFields[kind].filter((spec) => spec.look !== "list")),
  ...Object.fromEntries(
    blockFields[kind].flatMap((spec) => (spec.look === "list" ? [[spec.name, [emptyItem(spec)]]] : [])),
  ),
  kind,
});

/** Values with another one; an optional one that is empty is left out. */
export function withValue(values: Values, { name, isOptional }: FieldSpec, value: string): Values {
  if (!isOptional || value !== "") return { ...values, [name]: value };
  const { [name]: _gone, ...rest } = values;
  return rest;
}
/** A value as its input shows it: a number that was stored, for one. */
export const fieldText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export const blockItems = (block: Values, { name }: ListSpec): readonly Values[] =>
  Array.isArray(block[name]) ? (block[name] as Values[]) : [];

/** What tells a block from others of its kind: its first text. */
export const blockTitle = (block: BlockDraft): string => {
  const texts = [block["title"], block["name"], block["label"]];
  return texts.map(fieldText).find((text) => text !== "") ?? "";
};
/** How many faults a block has. @param at its place */
export const countFaults = (faults: Readonly<Record<string, string>>, at: number): number =>
  Object.keys(faults).filter((place) => place.startsWith(`blocks.${at}.`)).length;
