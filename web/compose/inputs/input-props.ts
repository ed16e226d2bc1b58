import type { FieldSpec } from "../editor/block-fields.ts";

/** Props of an input of a block. */
export type InputProps = {
  spec: FieldSpec;
  value: string;
  error: string | null;
  /** URLs to choose from, for inputs of pictures. */
  pictures: readonly string[];
  onChange: (value: string) => void;
};
