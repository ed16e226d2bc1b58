import {
  decideComplaints,
  listComplaints,
  listHiddenClubContent,
  showClubContent,
  showComplaint,
  undoComplaintDecisions,
  type ComplaintDecisions,
  type ComplaintDetail,
  type ListedComplaints,
} from "#contract/console/club/complaints.ts";
import { showClubFigures, type ClubFigures } from "#contract/console/club/figures.ts";
import {
  changeClubGroupLeader,
  closeClubGroup,
  createClubGroup,
  editClubGroup,
  listClubGroupMembers,
  listClubGroups,
  listGroupSeries,
  showClubGroup,
  type ManagedGroup,
} from "#contract/console/club/groups.ts";
import {
  barClubMember,
  findClubMember,
  liftClubBar,
  listBarredMembers,
  showClubMember,
} from "#contract/console/club/members.ts";
import type { ClubRecord } from "#contract/console/club/shapes.ts";
import {
  addClubWords,
  listClubWords,
  removeClubWord,
  tryClubText,
  type ClubWords,
} from "#contract/console/club/words.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadComplaints = (args: OperatorArgs<typeof listComplaints>): Promise<ListedComplaints> =>
  send(listComplaints, args);
export const loadComplaint = (complaintId: string, isDecided: boolean): Promise<ComplaintDetail> =>
  send(showComplaint, { complaintId, isDecided });
export type DecideArgs = OperatorArgs<typeof decideComplaints>;
export const decide = (args: DecideArgs): Promise<ComplaintDecisions> => send(decideComplaints, args);
export const takeDecisionsBack = (
  decisionIds: string[],
): Promise<OperatorResult<typeof undoComplaintDecisions>> => send(undoComplaintDecisions, { decisionIds });

type HiddenList = OperatorResult<typeof listHiddenClubContent>;
export const loadHiddenContent = (args: OperatorArgs<typeof listHiddenClubContent>): Promise<HiddenList> =>
  send(listHiddenClubContent, args);
export const showAgain = (items: string[]): Promise<OperatorResult<typeof showClubContent>> =>
  send(showClubContent, { items });

type BarredList = OperatorResult<typeof listBarredMembers>;
export const loadBarred = (args: OperatorArgs<typeof listBarredMembers>): Promise<BarredList> =>
  send(listBarredMembers, args);
export const loadRecord = async (memberId: string): Promise<ClubRecord> =>
  (await send(showClubMember, { memberId })).record;
export const findMember = async (mobile: string): Promise<ClubRecord | null> =>
  (await send(findClubMember, { mobile })).record;
export const barMember = async (args: OperatorArgs<typeof barClubMember>): Promise<ClubRecord> =>
  (await send(barClubMember, args)).record;
export const liftBar = async (memberId: string, basedOn: string): Promise<ClubRecord> =>
  (await send(liftClubBar, { memberId, basedOn })).record;

export const loadWords = (): Promise<ClubWords> => send(listClubWords, {});
export const addWords = (words: string[]): Promise<OperatorResult<typeof addClubWords>> =>
  send(addClubWords, { words });
export const removeWord = (word: string): Promise<object> => send(removeClubWord, { word });
export const tryText = async (text: string): Promise<readonly string[]> =>
  (await send(tryClubText, { text })).found;

export type FigureDays = ClubFiguresArgs["days"];
type ClubFiguresArgs = OperatorArgs<typeof showClubFigures>;
export const loadClubFigures = (days: FigureDays): Promise<ClubFigures> => send(showClubFigures, { days });

type GroupList = OperatorResult<typeof listClubGroups>;
export const loadManagedGroups = (args: OperatorArgs<typeof listClubGroups>): Promise<GroupList> =>
  send(listClubGroups, args);
export const loadManagedGroup = (groupId: string): Promise<ManagedGroup> => send(showClubGroup, { groupId });
export const loadGroupSeries = (): Promise<OperatorResult<typeof listGroupSeries>> =>
  send(listGroupSeries, {});
type MemberList = OperatorResult<typeof listClubGroupMembers>;
export const loadManagedMembers = (args: OperatorArgs<typeof listClubGroupMembers>): Promise<MemberList> =>
  send(listClubGroupMembers, args);
export const addGroup = (args: OperatorArgs<typeof createClubGroup>): Promise<{ groupId: string }> =>
  send(createClubGroup, args);
export const updateGroup = (args: OperatorArgs<typeof editClubGroup>): Promise<{ revision: number }> =>
  send(editClubGroup, args);
export const endGroup = (groupId: string, name: string): Promise<{ notified: number }> =>
  send(closeClubGroup, { groupId, name });
export const chooseLeader = (groupId: string, memberId: string): Promise<object> =>
  send(changeClubGroupLeader, { groupId, memberId });

/** Keys of this area's queries in the cache. */
export const clubKeys = {
  complaints: listComplaints.name,
  complaint: (id: string, isDecided: boolean) => [showComplaint.name, id, isDecided],
  hidden: listHiddenClubContent.name,
  barred: listBarredMembers.name,
  member: (memberId: string) => [showClubMember.name, memberId],
  words: listClubWords.name,
  figures: showClubFigures.name,
  groups: listClubGroups.name,
  series: listGroupSeries.name,
  group: (groupId: string) => [showClubGroup.name, groupId],
  groupMembers: (groupId: string) => [listClubGroupMembers.name, groupId],
};
/** Everything that a decision changes. */
export const moderationKeys: readonly string[] = [
  listComplaints.name,
  showComplaint.name,
  listHiddenClubContent.name,
  listBarredMembers.name,
  showClubMember.name,
  showClubFigures.name,
];
