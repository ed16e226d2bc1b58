import { listConsoleActivities, listEditorChoices } from "#contract/console/activity/activities.ts";
import { listConsoleCities } from "#contract/console/content/cities.ts";
import { sendOperatorCall } from "../../../platform/console/operator-calls.ts";
import type { ListFilter } from "../../kit/list/list-address.ts";
import { shellMessages } from "../messages.ts";

type Lookup = Extract<ListFilter, { kind: "lookup" }>;
const { lookups: texts } = shellMessages;
const SHOWN = 20;

const activitiesBy = async (text: string) =>
  (await sendOperatorCall(listConsoleActivities, { filter: text === "" ? {} : { text } })).rows
    .slice(0, SHOWN)
    .map(({ activityId, title }) => ({ value: activityId, label: title }));
/** Filter for one activity in scope, found by its title or number; its right is `activity.read`. */
export const activityLookup: Lookup = {
  kind: "lookup",
  name: "activity",
  label: texts.activity,
  placeholder: texts.activityHint,
  find: activitiesBy,
  nameOf: async (activityId) =>
    (await activitiesBy(activityId)).find(({ value }) => value === activityId)?.label ?? null,
};

/** Filter for one dealer, found by its name or code; its right is `activity.read`. */
export const dealerLookup: Lookup = {
  kind: "lookup",
  name: "dealer",
  label: texts.dealer,
  placeholder: texts.dealerHint,
  find: async (dealerText) =>
    (await sendOperatorCall(listEditorChoices, { dealerText })).dealers
      .slice(0, SHOWN)
      .map(({ id, name }) => ({ value: id, label: name })),
  nameOf: async (dealerId) =>
    (await sendOperatorCall(listEditorChoices, { dealerIds: [dealerId] })).dealers.find(
      ({ id }) => id === dealerId,
    )?.name ?? null,
};

const loadCities = async () => (await sendOperatorCall(listConsoleCities, {})).cities;
/** Filter for one city, found by its name, province, pinyin and initials. */
export const cityLookup: Lookup = {
  kind: "lookup",
  name: "city",
  label: texts.city,
  placeholder: texts.cityHint,
  find: async (text) =>
    (await loadCities())
      .filter(({ name, province, pinyin, initials }) =>
        `${name} ${province} ${pinyin} ${initials}`.toLowerCase().includes(text.toLowerCase()),
      )
      .slice(0, SHOWN)
      .map(({ code, name }) => ({ value: code, label: name })),
  nameOf: async (cityCode) => (await loadCities()).find(({ code }) => code === cityCode)?.name ?? null,
};
