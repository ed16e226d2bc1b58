import { upTo, visible } from "#contract/core/fields.ts";
import * as z from "zod/mini";
import { catalogueMessages } from "./messages.ts";

/* Fields that entries of a catalogue share. */

const matching = (pattern: RegExp, said: string) => z.string().check(z.regex(pattern, said));
const id = matching(/^[0-9]{1,19}$/, catalogueMessages.id);
const line = (most: number) =>
  z
    .string()
    .check(
      visible(catalogueMessages.empty),
      upTo(most, catalogueMessages.tooMany(most, " characters")),
      z.regex(/^[^\p{Cc}]*$/u, catalogueMessages.plain),
    );
const free = (most: number) =>
  z._default(
    z
      .string()
      .check(
        upTo(most, catalogueMessages.tooMany(most, " characters")),
        z.regex(/^[^\p{Cc}]*$/u, catalogueMessages.plain),
      ),
    "",
  );
const text = (most: number) =>
  z._default(z.string().check(upTo(most, catalogueMessages.tooMany(most, " characters"))), "");
/** ms */
const moment = z.pipe(
  z.iso.datetime({ offset: true, error: catalogueMessages.moment }),
  z.transform(Date.parse),
);
const division = matching(/^[1-9][0-9]{5}$/, catalogueMessages.division);
const series = matching(/^[a-z0-9-]{1,20}$/, catalogueMessages.series);
const key = matching(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, catalogueMessages.name);
const count = (least: number) => z.int().check(z.gte(least), z.lte(10_000_000));
/** Paths beside the file have been replaced by addresses before this check (pictures.ts). */
const picture = matching(/^(?:\/media\/[\w./-]+|https:\/\/[^\s"'<>\\]+)$/, catalogueMessages.picture);
const address = matching(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s"'<>\\]*$/, catalogueMessages.address);
const list = <S extends z.core.$ZodType>(item: S, most: number) =>
  z._default(z.array(item).check(z.maxLength(most)), []);

/** Fields by their names. */
export const entryFields = {
  matching,
  id,
  line,
  free,
  text,
  moment,
  division,
  series,
  key,
  count,
  picture,
  address,
  list,
};
