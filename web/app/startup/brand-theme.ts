import type { Brand } from "#contract/core/brand.ts";

/**
 * The brand's own values for layer 1 of the design tokens, as a style rule; empty for the default palette.
 */
export function brandThemeRule(brand: Brand | undefined): string {
  const rules = Object.entries(brand?.theme ?? {}).map(([name, colour]) => `${name}:${colour}`);
  return rules.length === 0 ? "" : `:root{${rules.join(";")}}`;
}
