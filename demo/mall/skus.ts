import type { NewSku } from "../../server/mall/index.ts";
import { demoId } from "../ids.ts";
import { seededHash } from "../seeded-hash.ts";
import type { OptionValue, ProductLine } from "./lines.ts";

/** All combinations of one value of each option. */
const combinationsOf = (options: ProductLine["options"]): OptionValue[][] =>
  options.reduce<OptionValue[][]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );

/** First stock: plenty, few, or none; of a product with several SKUs one in seven is sold out, one in five nearly. */
function stockOf({ key, marks, options }: ProductLine, place: number): number {
  if (marks.has("soldout")) return 0;
  const turn = seededHash(`${key} stock ${place}`);
  if (marks.has("low")) return 2 + (turn % 8);
  if (options.length > 0 && place > 0 && turn % 7 === 0) return 0;
  if (options.length > 0 && turn % 5 === 0) return 1 + (turn % 9);
  return 40 + (turn % 460);
}

export function skusOf(
  line: ProductLine,
  {
    productId,
    firstSku,
    pictureOf,
  }: {
    readonly productId: string;
    readonly firstSku: number;
    readonly pictureOf: (colour: string) => string | null;
  },
): NewSku[] {
  const colourAt = line.options.findIndex(({ name }) => name === "颜色");
  return combinationsOf(line.options)
    .filter((values) => values.map(({ value }) => value).join("/") !== line.marks.get("skip"))
    .map((values, place) => {
      const surcharge = values.reduce((sum, { surchargeFen }) => sum + surchargeFen, 0);
      const plus = (fen: number | null): number | null => (fen === null ? null : fen + surcharge);
      return {
        skuId: demoId("sku", firstSku + place),
        productId,
        place,
        optionValues: values.map(({ value }) => value),
        priceFen: line.priceFen + surcharge,
        listFen: plus(line.listFen),
        ownerFen: plus(line.ownerFen),
        weightG: line.weightG,
        imageUrl: pictureOf(values[colourAt]?.value ?? ""),
        isOn: true,
        stock: stockOf(line, place),
      };
    });
}
