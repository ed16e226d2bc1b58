import { sponsorLevels1, sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { couponTerms } from "#contract/benefit/coupon-terms.ts";
import { pageBlocks } from "#contract/blocks/blocks.ts";
import { formQuestions } from "#contract/compose/questions.ts";
import { latitude, longitude, mobile, upTo, visible } from "#contract/core/fields.ts";
import { flowProcess } from "#contract/flow/process.ts";
import * as z from "zod/mini";
import { mallLists } from "./mall-schema.ts";
import { catalogueMessages } from "./messages.ts";
import { fault } from "../core/faults.ts";
import { entryFields } from "./schema-fields.ts";

const { matching, id, line, free, text, moment, division, series, key, sec, count, picture, address, list } =
  entryFields;

/*
 * Schema of a catalogue (docs/catalogue.md); names are those of the contract. An entry is complete: a missing
 * field gets its default, except an activity's form and blocks, which composers change and which then stay.
 */

const dealer = z.strictObject({
  id,
  code: line(40),
  name: line(60),
  /** BC500002: trial operation. */
  status: z._default(line(20), "BC500001"),
  address: line(200),
  phone: free(30),
  provinceCode: division,
  cityCode: division,
  longitude,
  latitude,
});
const seriesEntry = z.strictObject({
  seriesCode: series,
  seriesName: line(20),
  imageUrl: picture,
  position: count(0),
});
const session = z.strictObject({
  sessionId: id,
  dealerId: z._default(z.nullable(id), null),
  startTime: moment,
  endTime: moment,
  quota: count(0),
});
export const activitySchema = z.strictObject({
  activityId: id,
  title: line(60),
  subtitle: free(100),
  coverUrl: picture,
  activityType: z.enum(["localoffline", "online"]),
  businessType: z.literal([1, 2, 3, 4]),
  sponsorLevel1: z._default(z.enum(sponsorLevels1), "107001"),
  sponsorLevel2: z._default(
    z.nullable(z.enum(Object.keys(sponsorLevels2) as [keyof typeof sponsorLevels2])),
    null,
  ),
  sec: z.optional(sec),
  processKey: z.optional(key),
  nodeKey: z.optional(key),
  startTime: moment,
  endTime: moment,
  signUpStartTime: moment,
  signUpEndTime: moment,
  provinceCode: division,
  cityCode: division,
  address: line(200),
  longitude,
  latitude,
  /** null: no limit. */
  quota: z.nullable(count(0)),
  seriesCodes: list(series, 50),
  tags: list(line(12), 10),
  fee: z._default(line(20), catalogueMessages.free),
  dealerId: z._default(z.nullable(id), null),
  dealerIds: list(id, 1_000),
  content: text(200_000),
  agenda: list(
    z.strictObject({
      time: matching(/^([01]\d|2[0-3]):[0-5]\d$/, fault("clock")),
      title: line(40),
      remark: free(120),
    }),
    50,
  ),
  form: z.optional(formQuestions),
  benefits: list(z.strictObject({ benefitId: z.optional(line(40)), name: line(40), value: free(40) }), 20),
  /** One rule per line. */
  rules: text(20_000),
  share: z.optional(z.strictObject({ title: line(60), desc: free(100), imgUrl: picture })),
  pageType: z._default(z.enum(["signup", "lead", "landing", "localOfflineLead"]), "signup"),
  asks: z._default(
    z.strictObject({ series: z._default(z.boolean(), false), dealer: z._default(z.boolean(), false) }),
    { series: false, dealer: false },
  ),
  blocks: z.optional(pageBlocks),
  sessions: list(session, 500),
});
const banner = z.strictObject({
  id,
  position: z.enum(["index", "mall"]),
  place: count(0),
  cityCode: z._default(z.nullable(division), null),
  imageUrl: picture,
  link: address,
  /** May contain a line break. */
  title: z.string().check(visible(fault("empty")), upTo(40, fault("tooMany", 40, "characters"))),
  subtitle: free(40),
  action: free(12),
  tone: z._default(z.enum(["light", "dark"]), "light"),
  /** Window in which it is shown; null: not limited, missing: as stored. */
  fromTime: z.optional(z.nullable(moment)),
  toTime: z.optional(z.nullable(moment)),
});
const benefit = z.strictObject({
  benefitId: id,
  activityId: id,
  position: z._default(count(0), 0),
  name: line(40),
  summary: free(100),
  value: line(20),
  condition: free(40),
  /** null: no limit. */
  stock: z.nullable(count(0)),
  perPerson: z._default(count(1), 1),
  audience: z._default(z.enum(["everyone", "owners", "signedUp"]), "everyone"),
  fromTime: moment,
  toTime: moment,
  validTo: z.optional(moment),
  validDays: z.optional(count(1)),
  /** Value in the mall; null: for the dealer's desk only. */
  terms: z._default(z.nullable(couponTerms), null),
});
const kocProgram = z.strictObject({
  activityId: id,
  slogan: line(60),
  places: count(0),
  goal: count(1),
  fromTime: moment,
  toTime: moment,
});
const contest = z.strictObject({
  activityId: id,
  kind: z.enum(["entries", "choices"]),
  votes: z._default(count(1), 1),
  period: z._default(z.enum(["day", "once"]), "day"),
  entriesPerPerson: z._default(count(0), 1),
  isApprovedFirst: z._default(z.boolean(), false),
  pictureQuestion: z._default(z.nullable(key), null),
  captionQuestion: z._default(z.nullable(key), null),
  choices: list(
    z.strictObject({ entryId: id, title: line(40), caption: free(100), pictureUrl: picture }),
    20,
  ),
});
const process = z.strictObject({
  activityId: id,
  isEnabled: z._default(z.boolean(), true),
  nodes: flowProcess.shape.nodes,
});
/** A field that the operator stores about a person, for processes that query it; null removes it. */
const personField = z.strictObject({ mobile, field: key, value: z.nullable(line(100)) });

export const catalogueSchema = z.strictObject({
  dealers: list(dealer, 10_000),
  series: list(seriesEntry, 200),
  activities: list(activitySchema, 2_000),
  banners: list(banner, 500),
  /** Banners to remove; a banner that is merely missing from the file stays. */
  removedBanners: list(id, 500),
  benefits: list(benefit, 5_000),
  kocPrograms: list(kocProgram, 2_000),
  contests: list(contest, 2_000),
  processes: list(process, 2_000),
  ...mallLists,
  personFields: list(personField, 10_000),
});
export type Catalogue = z.output<typeof catalogueSchema>;
export type ActivityEntry = Catalogue["activities"][number];
