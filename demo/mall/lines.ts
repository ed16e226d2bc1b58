import { nonEmptyLines } from "../text-templates.ts";
import { closePicture, pairPicture, scenePicture, studioPicture, type Look } from "./drawing/pictures.ts";
import { paints } from "./drawing/tones.ts";
import { electric, interior } from "./products.ts";
import { outdoor } from "./products-outdoor.ts";

export type OptionValue = { readonly value: string; readonly surchargeFen: number };
/**
 * A product's line. Marks: c (category), series, sold, new, gallery (three pictures), bulky (freight), pickup, buy (most
 * units of a person), noReturn, soon (not yet on sale), soldout, low, off, draft, plan (planned price), rush and rushsoon
 * (price), skip (a combination that does not exist).
 */
export type ProductLine = {
  readonly key: string;
  readonly look: Look;
  readonly title: string;
  readonly subtitle: string;
  readonly priceFen: number;
  readonly listFen: number | null;
  readonly ownerFen: number | null;
  readonly weightG: number;
  readonly options: readonly { readonly name: string; readonly values: readonly OptionValue[] }[];
  /** "材质：TPE" */
  readonly parameters: readonly string[];
  readonly marks: ReadonlyMap<string, string>;
};

/** Yuan to fen; "-" is none. */
const fenOf = (yuan: string): number | null => (yuan === "-" ? null : Math.round(Number(yuan) * 100));

function toOption(text: string): ProductLine["options"][number] {
  const [name = "", values = ""] = text.split(":");
  return {
    name,
    values: values.split(",").map((one) => {
      const [value = "", surcharge = "0"] = one.split("+");
      return { value, surchargeFen: Number(surcharge) * 100 };
    }),
  };
}

function toLine(text: string): ProductLine {
  const [
    key = "",
    shape = "",
    paint = "",
    title = "",
    subtitle = "",
    price = "",
    list = "-",
    owner = "-",
    ...rest
  ] = text.split(" | ");
  const [weight = "0", options = "-", parameters = "", marks = ""] = rest;
  return {
    key,
    look: { shape, paint },
    title,
    subtitle,
    priceFen: fenOf(price) ?? 0,
    listFen: fenOf(list),
    ownerFen: fenOf(owner),
    weightG: Number(weight),
    options: options === "-" ? [] : options.split(";").map(toOption),
    parameters: parameters.split("；"),
    marks: new Map(
      marks.split(" ").map((mark): [string, string] => {
        const [name = "", value = ""] = mark.split("=");
        return [name, value];
      }),
    ),
  };
}

/** All products in display order. */
export const productLines = (): ProductLine[] =>
  nonEmptyLines([interior, electric, outdoor].join("\n")).map(toLine);

const paintNames = Object.keys(paints);
/** Name of a picture in another colour; file names are ASCII. */
export const colourPictureName = (key: string, colour: string): string =>
  `product-${key}-${paintNames.indexOf(colour)}`;

/** Colours of a product beside that of its cover. */
const furtherColours = ({ look, options }: ProductLine): string[] =>
  options
    .flatMap(({ name, values }) => (name === "颜色" ? values.map(({ value }) => value) : []))
    .filter((colour) => colour !== look.paint && paints[colour] !== undefined);

/** Categories whose products are shown outdoors. */
const OUTDOOR = new Set(["box", "gun", "power", "rescue", "tent", "cook", "roof", "bag", "cup"]);

/** All pictures of products by name; the same at every start. */
export function drawnProducts(): ReadonlyMap<string, string> {
  const drawn = new Map<string, string>();
  for (const line of productLines()) {
    const { key, look, title } = line;
    const name = `product-${key}`;
    drawn.set(name, studioPicture(title, look, key));
    for (const colour of furtherColours(line))
      drawn.set(
        colourPictureName(key, colour),
        studioPicture(`${title} ${colour}`, { ...look, paint: colour }, key),
      );
    if (!line.marks.has("gallery")) continue;
    drawn.set(`${name}-close`, closePicture(title, look, key));
    const isOutdoors = OUTDOOR.has(line.marks.get("c") ?? "");
    const second = furtherColours(line)[0] ?? look.paint;
    drawn.set(
      `${name}-scene`,
      isOutdoors ? scenePicture(title, look, key) : pairPicture(title, look, second, key),
    );
  }
  return drawn;
}
