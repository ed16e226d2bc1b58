import {
  decideComplaints,
  listComplaints,
  listHiddenClubContent,
  showClubContent,
  showComplaint,
  undoComplaintDecisions,
} from "#contract/console/club/complaints.ts";
import { showClubFigures } from "#contract/console/club/figures.ts";
import {
  changeClubGroupLeader,
  closeClubGroup,
  createClubGroup,
  editClubGroup,
  listClubGroupMembers,
  listClubGroups,
  listGroupSeries,
  showClubGroup,
  type GroupFields,
} from "#contract/console/club/groups.ts";
import {
  barClubMember,
  findClubMember,
  liftClubBar,
  listBarredMembers,
  showClubMember,
} from "#contract/console/club/members.ts";
import { addClubWords, listClubWords, removeClubWord, tryClubText } from "#contract/console/club/words.ts";
import { addComplaint } from "../samples/sample-complaint.ts";
import { callAsOperator, type TestOperator } from "../operator.ts";
import { accessRow, type AccessRow, type AccessSetting } from "./access-row.ts";

const NONE = "1";
const noComplaint = { complaintId: `article/${NONE}`, newestId: NONE };
/** The club is the installation's: it has no sponsor, and a grant's scope does not limit it. */
const everywhere = { scope: "none" } as const;
// Literal types, which an object of a generic row loses.
const reject = "reject" as const;
const remove = "remove" as const;
const abuse = "abuse" as const;
const three = 3 as const;
const seven = 7 as const;
const fields: GroupFields = {
  name: "远山新群",
  intro: "一起看日出",
  rules: "",
  cityCode: null,
  seriesCodes: [],
  places: 200,
  joinMode: "open",
};

/** An article that an operator has hidden, with the decision. */
async function hiddenArticle({ app }: AccessSetting, operator: TestOperator) {
  const complaint = await addComplaint(app);
  const { complaintId, newestId } = complaint;
  const { data } = await callAsOperator(app, operator, decideComplaints, {
    selection: { items: [{ complaintId, newestId }] },
    decision: "hide",
    reason: "spam",
  });
  return { ...complaint, decisionId: data.decided[0]?.decisionId ?? "" };
}

/** Access of the calls about complaints, hidden content and members. */
const moderationAccess: readonly AccessRow[] = [
  accessRow({ ...everywhere, call: listComplaints, args: () => ({ filter: {} }) }),
  accessRow({ ...everywhere, call: showComplaint, args: () => ({ complaintId: noComplaint.complaintId }) }),
  accessRow({
    ...everywhere,
    call: decideComplaints,
    args: () => ({ selection: { items: [noComplaint] }, decision: reject }),
    succeeds: async ({ app }) => {
      const { complaintId, newestId } = await addComplaint(app);
      return { selection: { items: [{ complaintId, newestId }] }, decision: remove, reason: abuse };
    },
  }),
  accessRow({
    ...everywhere,
    call: undoComplaintDecisions,
    args: () => ({ decisionIds: [NONE] }),
    succeeds: async (setting, operator) => ({
      decisionIds: [(await hiddenArticle(setting, operator)).decisionId],
    }),
  }),
  accessRow({ ...everywhere, call: listHiddenClubContent, args: () => ({ filter: {} }) }),
  accessRow({
    ...everywhere,
    call: showClubContent,
    args: () => ({ items: [noComplaint.complaintId] }),
    succeeds: async (setting, operator) => ({
      items: [(await hiddenArticle(setting, operator)).complaintId],
    }),
  }),
  accessRow({ ...everywhere, call: listBarredMembers, args: () => ({ filter: {} }) }),
  accessRow({ ...everywhere, call: showClubMember, args: () => ({ memberId: NONE }) }),
  accessRow({ ...everywhere, call: findClubMember, args: () => ({ mobile: "13500000000" }) }),
  accessRow({
    ...everywhere,
    call: barClubMember,
    args: () => ({ memberId: NONE, days: three, reason: abuse, basedOn: null }),
    succeeds: async ({ app }) => ({
      memberId: (await addComplaint(app)).authorId,
      days: three,
      reason: abuse,
      basedOn: null,
    }),
  }),
  accessRow({
    ...everywhere,
    call: liftClubBar,
    args: () => ({ memberId: NONE, basedOn: "2020-01-01T00:00:00.000Z" }),
    succeeds: async ({ app }, operator) => {
      const memberId = (await addComplaint(app)).authorId;
      const bar = { memberId, days: 3, reason: "abuse", basedOn: null } as const;
      const { data } = await callAsOperator(app, operator, barClubMember, bar);
      return { memberId, basedOn: data.record.bar?.since ?? "" };
    },
  }),
];

/** Access of the calls about words and figures. */
const wordAccess: readonly AccessRow[] = [
  accessRow({ ...everywhere, call: listClubWords, args: () => ({}) }),
  accessRow({
    ...everywhere,
    call: addClubWords,
    args: () => ({ words: ["　"] }),
    succeeds: () => ({ words: ["内部名额"] }),
  }),
  accessRow({
    ...everywhere,
    call: removeClubWord,
    args: () => ({ word: "没有这个词" }),
    succeeds: async ({ app }, operator) => {
      await callAsOperator(app, operator, addClubWords, { words: ["代抢"] });
      return { word: "代抢" };
    },
  }),
  accessRow({ ...everywhere, call: tryClubText, args: () => ({ text: "你好" }) }),
  accessRow({ ...everywhere, call: showClubFigures, args: () => ({ days: seven }) }),
];

/** Access of the calls about groups. */
const groupAccess: readonly AccessRow[] = [
  accessRow({ ...everywhere, call: listClubGroups, args: () => ({ filter: {} }) }),
  accessRow({ ...everywhere, call: listGroupSeries, args: () => ({}) }),
  accessRow({ ...everywhere, call: showClubGroup, args: () => ({ groupId: NONE }) }),
  accessRow({ ...everywhere, call: listClubGroupMembers, args: () => ({ filter: { groupId: NONE } }) }),
  accessRow({
    ...everywhere,
    call: createClubGroup,
    args: () => ({ ...fields, leaderMobile: "13500000099" }),
    succeeds: async ({ app }) => {
      await app.login("13500000088", { owner: true });
      return { ...fields, leaderMobile: "13500000088" };
    },
  }),
  accessRow({
    ...everywhere,
    call: editClubGroup,
    args: () => ({ ...fields, groupId: NONE, basedOn: 0 }),
    succeeds: async ({ app }) => ({
      ...fields,
      name: "改过的名称",
      groupId: (await addComplaint(app)).groupId,
      basedOn: 0,
    }),
  }),
  accessRow({
    ...everywhere,
    call: closeClubGroup,
    args: () => ({ groupId: NONE, name: "没有" }),
    succeeds: async ({ app }) => {
      const { groupId } = await addComplaint(app);
      return { groupId, name: `远山车友会 ${groupId.slice(-6)}` };
    },
  }),
  accessRow({
    ...everywhere,
    call: changeClubGroupLeader,
    args: () => ({ groupId: NONE, memberId: NONE }),
    succeeds: async ({ app }) => {
      const { groupId, readerId } = await addComplaint(app);
      return { groupId, memberId: readerId };
    },
  }),
];

/** Access of the calls about the club. */
export const clubAccess: readonly AccessRow[] = [...moderationAccess, ...wordAccess, ...groupAccess];
