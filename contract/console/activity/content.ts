import * as z from "zod/mini";
import { activityDetail, formField } from "../../activity/activity.ts";
import { pageBlock } from "../../blocks/blocks.ts";
import { timestamp } from "../../core/fields.ts";

const { shape } = activityDetail;
/** A session of an activity: seats at a time, optionally at one dealer. */
const activitySession = z.object({
  sessionId: z.string(),
  dealerId: z.nullable(z.string()),
  startTime: timestamp,
  endTime: timestamp,
  quota: z.int(),
});
export type ActivitySession = z.output<typeof activitySession>;

/** Fields that are set when an activity is created and stay, since pages, links and people's records depend on them. */
export const fixedActivityFields = {
  activityId: shape.activityId,
  activityType: shape.activityType,
  pageType: shape.pageType,
  sec: z.string(),
  processKey: z.string(),
  nodeKey: z.string(),
};

/**
 * Fields that are edited as a draft (requirement CO43). The schema accepts what is being typed; the rules of the
 * catalogue judge it, so that a fault shows at its field.
 */
export const draftFields = z.object({
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  businessType: shape.businessType,
  sponsorLevel1: shape.sponsorLevel1,
  sponsorLevel2: z.nullable(z.string()),
  startTime: timestamp,
  endTime: timestamp,
  signUpStartTime: timestamp,
  signUpEndTime: timestamp,
  provinceCode: z.string(),
  cityCode: z.string(),
  address: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** null: no limit */
  quota: z.nullable(z.number()),
  seriesCodes: z.array(z.string()),
  tags: z.array(z.string()),
  fee: z.string(),
  dealerId: z.nullable(z.string()),
  dealerIds: z.array(z.string()),
  /** Rich text. */
  content: z.string(),
  agenda: shape.agenda,
  form: z.array(formField),
  benefits: shape.benefits,
  rules: z.string(),
  share: shape.share,
  asks: z.object({ series: z.boolean(), dealer: z.boolean() }),
});
export type DraftFields = z.output<typeof draftFields>;
export type DraftFieldName = keyof DraftFields;

/** Fields that count at once and have their own editors: seats, and the page that composers write. */
const ownEditors = { sessions: z.array(activitySession), blocks: z.array(pageBlock) };

/** An activity as a catalogue file's entry, with whether it is shown. */
export const activityContent = z.object({
  ...fixedActivityFields,
  ...draftFields.shape,
  ...ownEditors,
  isPublished: z.boolean(),
  /** Reason of the cancellation, as guests read it; null: it takes place */
  cancelReason: z.nullable(z.string()),
});
export type ActivityContent = z.output<typeof activityContent>;
