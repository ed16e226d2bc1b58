import { upTo, visible } from "#contract/core/fields.ts";
import { clubLimits } from "#contract/club/limits.ts";
import * as z from "zod/mini";

const { maxIntroLength, maxRulesLength } = clubLimits;
const line = (most: number) =>
  z
    .string()
    .check(
      visible("must not be blank"),
      upTo(most, `must be at most ${most} characters`),
      z.regex(/^[^\p{Cc}]*$/u),
    );

/** The description of a new group, as the maker's team writes it in a JSON file. */
export const groupPlan = z.strictObject({
  name: line(30),
  intro: line(maxIntroLength),
  /** One rule a line. */
  rules: z._default(
    z.string().check(upTo(maxRulesLength, `must be at most ${maxRulesLength} characters`)),
    "",
  ),
  /** Address of a stored picture; default: the picture of the group's first series, otherwise of the first series. */
  coverUrl: z.optional(z.string().check(z.regex(/^\/media\/[\w./-]+$/))),
  /** Six-digit code and displayed name; null: the whole country. */
  city: z._default(
    z.nullable(z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)), name: line(12) })),
    null,
  ),
  /** Series whose owners may join; empty: all. */
  seriesCodes: z._default(z.array(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))), []),
  /** Maximum number of members. */
  places: z.int().check(z.gte(2), z.lte(100_000)),
  joinMode: z.enum(["open", "approval"]),
});
export type GroupPlan = z.output<typeof groupPlan>;
