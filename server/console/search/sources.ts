import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { activityStates } from "#contract/console/activity/labels.ts";
import { listConsoleDealers } from "#contract/console/basics/dealers.ts";
import { listClubGroups } from "#contract/console/club/groups.ts";
import { findOwnerApplications } from "#contract/console/club/owners.ts";
import { findCoupon } from "#contract/console/benefits.ts";
import { findGuests } from "#contract/console/guests.ts";
import { findLeads } from "#contract/console/leads.ts";
import { findMallOrders } from "#contract/console/mall/orders.ts";
import { listMallProducts, productStates } from "#contract/console/mall/products.ts";
import { listOperators } from "#contract/console/operators.ts";
import { operatorRoles } from "#contract/console/rights.ts";
import type { SearchKind, SearchResult } from "#contract/console/search.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { findVinError, normalizeVin } from "#contract/owner/vin.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { Operator } from "../../http/console/operator.ts";
import { byRank, type Wanted } from "./rules.ts";

export type FoundThing = SearchResult["groups"][number]["hits"][number];
/** Reads by the calls of the lists, each with its right and scope. */
type Reader = { readonly calls: Pick<OperatorRouter, "read">; readonly operator: Operator };
/** A kind of things that the search finds. */
type SearchSource = {
  readonly kind: SearchKind;
  /** Whether a text may be one of them; nothing is read otherwise. */
  readonly isFor: (wanted: Wanted) => boolean;
  /** @throws Refusal if the operator may not search them */
  readonly find: (reader: Reader, wanted: Wanted) => Promise<readonly FoundThing[]>;
};

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join(" · ");
const personLabel = (name: string | null, mobile: string | null): string => joined(name, mobile);

const peopleSources: readonly SearchSource[] = [
  {
    kind: "guest",
    isFor: ({ isMobile, isId, isCode }) => isMobile || isId || isCode,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(findGuests, { number: text }, operator);
      return rows.map(({ signUpId, name, mobile, activityTitle, startTime }) => ({
        id: signUpId,
        label: personLabel(name, mobile) || signUpId,
        hint: joined(activityTitle, formatShort(startTime)),
        isPerson: true,
      }));
    },
  },
  {
    kind: "lead",
    isFor: ({ isMobile, isId }) => isMobile || isId,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(findLeads, { number: text }, operator);
      return rows.map(({ leadId, name, mobile, activityTitle, dealerName }) => ({
        id: leadId,
        label: personLabel(name, mobile) || leadId,
        hint: joined(activityTitle, dealerName),
        isPerson: true,
      }));
    },
  },
  {
    kind: "order",
    isFor: ({ isOrderNumber }) => isOrderNumber,
    async find({ calls, operator }, { text }) {
      const number = text.replace(/\s/g, "").toUpperCase();
      const { rows } = await calls.read(findMallOrders, { number }, operator);
      return rows.map(({ orderId, orderNo, title, createdTime }) => ({
        id: orderId,
        label: orderNo,
        hint: joined(title, formatShort(createdTime)),
        isPerson: false,
      }));
    },
  },
  {
    kind: "coupon",
    isFor: ({ isCode }) => isCode,
    async find({ calls, operator }, { text }) {
      const { coupon } = await calls.read(findCoupon, { code: text }, operator);
      if (coupon === null) return [];
      const { couponId, name, activityTitle, codeEnd } = coupon;
      return [{ id: couponId, label: joined(name, codeEnd), hint: activityTitle, isPerson: false }];
    },
  },
  {
    kind: "owner",
    isFor: ({ isMobile, text }) => isMobile || findVinError(normalizeVin(text)) === null,
    async find({ calls, operator }, { text }) {
      const { applications } = await calls.read(findOwnerApplications, { number: text }, operator);
      return applications.map(({ applicationId, name, mobile, seriesName, createdTime }) => ({
        id: applicationId,
        label: personLabel(name, mobile),
        hint: joined(seriesName, formatShort(createdTime)),
        isPerson: true,
      }));
    },
  },
];

const thingSources: readonly SearchSource[] = [
  {
    kind: "activity",
    isFor: ({ isName }) => isName,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(listConsoleActivities, { filter: { text } }, operator);
      return byRank(rows, ({ title }) => title, text).map(({ activityId, title, state, startTime }) => ({
        id: activityId,
        label: title,
        hint: joined(formatShort(startTime), activityStates[state]),
        isPerson: false,
      }));
    },
  },
  {
    kind: "product",
    isFor: ({ isName }) => isName,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(listMallProducts, { filter: { find: text } }, operator);
      return byRank(rows, ({ title }) => title, text).map(({ productId, title, state, categoryName }) => ({
        id: productId,
        label: title,
        hint: joined(categoryName, productStates[state]),
        isPerson: false,
      }));
    },
  },
  {
    kind: "dealer",
    isFor: ({ isName }) => isName,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(listConsoleDealers, { filter: { keyword: text } }, operator);
      return byRank(rows, ({ name }) => name, text).map(({ dealerId, name, cityName, code }) => ({
        id: dealerId,
        label: name,
        hint: joined(cityName, code),
        isPerson: false,
      }));
    },
  },
  {
    kind: "group",
    isFor: ({ isName }) => isName,
    async find({ calls, operator }, { text }) {
      const { rows } = await calls.read(listClubGroups, { filter: { keyword: text.slice(0, 30) } }, operator);
      return byRank(rows, ({ name }) => name, text).map(({ groupId, name, cityName, members }) => ({
        id: groupId,
        label: name,
        hint: joined(cityName, String(members)),
        isPerson: false,
      }));
    },
  },
  {
    kind: "operator",
    isFor: ({ isName }) => isName,
    async find({ calls, operator }, { text }) {
      const { operators } = await calls.read(listOperators, {}, operator);
      const part = text.toLowerCase();
      const found = operators.filter(({ name, login }) =>
        `${name} ${login ?? ""}`.toLowerCase().includes(part),
      );
      return byRank(found, ({ name }) => name, text).map(({ operatorId, name, login, grants }) => ({
        id: operatorId,
        label: joined(name, login),
        hint: [...new Set(grants.map(({ role }) => operatorRoles[role]))].join("、"),
        isPerson: false,
      }));
    },
  },
];

/** Everything that the search finds, in the order of the groups; a new kind gets one entry here. */
export const searchedKinds: readonly SearchSource[] = [...peopleSources, ...thingSources];
