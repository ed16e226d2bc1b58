import type { FieldSpec } from "../editor/block-fields.ts";

/** What an input of a block is told. */
export type InputProps = {
  spec: FieldSpec;
  value: string;
  error: string | null;
  /** To choose from, where it asks for a picture. */
  pictures: readonly string[];
  onChange: (value: string) => void;
};
