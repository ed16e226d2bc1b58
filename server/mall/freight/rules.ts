/**
 * A rule of a freight template: the first rule that matches the province decides. Weights in grams, amounts in fen.
 */
export type FreightRule = {
  /** Two digits of provinces or their codes with six digits; empty: all others. */
  readonly provinces: readonly string[];
  readonly firstG: number;
  readonly firstFen: number;
  /** Step of weight after the first; 0: one price for any weight. */
  readonly nextG: number;
  readonly nextFen: number;
  /** Sum of goods, before discounts, from which freight is free; null: never. */
  readonly freeFromFen: number | null;
  readonly isBlocked: boolean;
  /** Days until delivery, as shown: "2–4". */
  readonly days: string;
};
export type FreightTemplate = { readonly freightId: string; readonly rules: readonly FreightRule[] };

/** Units of a SKU that are sent together. */
export type FreightLine = {
  readonly freight: FreightTemplate;
  readonly qty: number;
  readonly weightG: number;
  /** Current price of a unit, before discounts. */
  readonly priceFen: number;
};

/** Freight of lines; blocked: some line cannot be sent there. */
export type Freight =
  | { readonly isBlocked: true }
  | {
      readonly isBlocked: false;
      readonly freightFen: number;
      /** Sum of goods for free freight; null: never, or not the same for all lines. */
      readonly freeFromFen: number | null;
      /** Sum of goods that is missing for free freight; null: it is free, or never is. */
      readonly missingFen: number | null;
      readonly days: string;
    };

const provinceOf = (code: string): string => code.slice(0, 2);

/** @param provinceCode division code with six digits; null: no address yet, judged by the rule of all others */
export function freightRuleOf(
  { rules }: FreightTemplate,
  provinceCode: string | null,
): FreightRule | undefined {
  return rules.find(
    ({ provinces }) =>
      provinces.length === 0 ||
      (provinceCode !== null && provinces.some((code) => provinceOf(code) === provinceOf(provinceCode))),
  );
}

/** Price of a weight by a rule, before free freight. */
function priceOfWeight(rule: FreightRule, weightG: number): number {
  const over = Math.max(0, weightG - rule.firstG);
  const steps = over === 0 || rule.nextG === 0 ? 0 : Math.ceil(over / rule.nextG);
  return rule.firstFen + steps * rule.nextFen;
}

function freightOfTemplate(
  template: FreightTemplate,
  lines: readonly FreightLine[],
  provinceCode: string | null,
) {
  const rule = freightRuleOf(template, provinceCode);
  if (!rule || rule.isBlocked) return null;
  const goodsFen = lines.reduce((sum, { qty, priceFen }) => sum + qty * priceFen, 0);
  const weightG = lines.reduce((sum, line) => sum + line.qty * line.weightG, 0);
  const isFree = rule.freeFromFen !== null && goodsFen >= rule.freeFromFen;
  const freightFen = isFree ? 0 : priceOfWeight(rule, weightG);
  const missingFen = freightFen === 0 || rule.freeFromFen === null ? null : rule.freeFromFen - goodsFen;
  return { freightFen, freeFromFen: rule.freeFromFen, missingFen, days: rule.days };
}

/** The later of two times of delivery: by the last number in the text. */
const laterDays = (one: string, other: string): string => {
  const last = (text: string) => Number(/(\d+)\D*$/.exec(text)?.[1] ?? 0);
  return last(other) > last(one) ? other : one;
};

/**
 * Freight of an express order (requirement MA38). Lines of different templates are sent apart: each template is
 * computed on its own lines' weight and goods, and the sums are added.
 * @param provinceCode null: no address yet
 */
export function freightOf(lines: readonly FreightLine[], provinceCode: string | null): Freight {
  const ofTemplate = Map.groupBy(lines, ({ freight }) => freight.freightId);
  const parts = [...ofTemplate.values()].flatMap((own) =>
    own[0] ? [freightOfTemplate(own[0].freight, own, provinceCode)] : [],
  );
  const sent = parts.filter((part) => part !== null);
  if (sent.length < parts.length) return { isBlocked: true };
  const freeFrom = new Set(sent.map(({ freeFromFen }) => freeFromFen));
  const missing = sent.flatMap(({ missingFen }) => missingFen ?? []);
  return {
    isBlocked: false,
    freightFen: sent.reduce((sum, { freightFen }) => sum + freightFen, 0),
    freeFromFen: freeFrom.size === 1 ? (sent[0]?.freeFromFen ?? null) : null,
    missingFen: missing.length === 0 ? null : Math.min(...missing),
    days: sent.map(({ days }) => days).reduce(laterDays, ""),
  };
}
