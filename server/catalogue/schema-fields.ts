import { upTo, visible } from "#contract/core/fields.ts";
import * as z from "zod/mini";
import { fault } from "../core/faults.ts";

/* Fields that entries of a catalogue share. */

const matching = (pattern: RegExp, said: string) => z.string().check(z.regex(pattern, said));
const id = matching(/^[0-9]{1,19}$/, fault("id"));
const line = (most: number) =>
  z
    .string()
    .check(
      visible(fault("empty")),
      upTo(most, fault("tooMany", most, "characters")),
      z.regex(/^[^\p{Cc}]*$/u, fault("plain")),
    );
const free = (most: number) =>
  z._default(
    z
      .string()
      .check(upTo(most, fault("tooMany", most, "characters")), z.regex(/^[^\p{Cc}]*$/u, fault("plain"))),
    "",
  );
const text = (most: number) =>
  z._default(z.string().check(upTo(most, fault("tooMany", most, "characters"))), "");
/** ms */
const moment = z.pipe(z.iso.datetime({ offset: true, error: fault("moment") }), z.transform(Date.parse));
const division = matching(/^[1-9][0-9]{5}$/, fault("division"));
const series = matching(/^[a-z0-9-]{1,20}$/, fault("series"));
const key = matching(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, fault("name"));
const sec = matching(/^[A-Za-z0-9_-]{1,64}$/, fault("sec"));
const count = (least: number) => z.int().check(z.gte(least), z.lte(10_000_000));
/** Paths beside the file have been replaced by addresses before this check (pictures.ts). */
const picture = matching(/^(?:\/media\/[\w./-]+|https:\/\/[^\s"'<>\\]+)$/, fault("picture"));
const address = matching(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s"'<>\\]*$/, fault("address"));
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
  sec,
  count,
  picture,
  address,
  list,
};
