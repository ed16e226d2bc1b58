import type { ClubPerson, ClubRecord } from "#contract/console/club/shapes.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { hasRight, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import { maskName } from "../../share/index.ts";
import { clubMessages } from "../messages.ts";
import { authorOf, roleOf, type MemberRow } from "../rules.ts";
import type { ClubRecordRow } from "./record-store.ts";

type Author = ReturnType<typeof authorOf>;
/** Names as an operator may see them. */
export type NamesFor = {
  person(author: Author, isBarred: boolean): ClubPerson;
  name(author: Author): string;
};
/** Masks the names of members for operators without `person.name`. */
export function namesFor(caller: OperatorCaller): NamesFor {
  const isShown = hasRight(requireOperator(caller), "person.name");
  const name = ({ displayName }: Author): string =>
    isShown || displayName === clubMessages.deletedUser ? displayName : maskName(displayName);
  return {
    name,
    person: (author, isBarred) => ({
      memberId: author.id,
      name: name(author),
      isOwner: author.owner,
      isBarred,
    }),
  };
}

/** @param operators names of operators by id */
export function presentRecord(
  row: ClubRecordRow,
  names: NamesFor,
  operators: ReadonlyMap<string, string>,
): ClubRecord {
  const by = row.barred_by === null ? null : (operators.get(row.barred_by) ?? clubMessages.console.colleague);
  const { articles, comments, hidden, upheld, complaints, rejected, bars } = row;
  return {
    person: names.person(authorOf(row satisfies MemberRow), row.is_barred),
    joinedTime: toShanghaiIso(row.created_time),
    articles,
    comments,
    hidden,
    upheld,
    complaints,
    rejected,
    bars,
    bar:
      row.is_barred && row.barred_time !== null
        ? {
            since: row.barred_time.toISOString(),
            until: row.barred_until && toShanghaiIso(row.barred_until),
            reason: row.barred_reason,
            by,
          }
        : null,
    groups: row.groups.map(({ groupId, name, role }) => ({ groupId, name, role: roleOf(role) })),
  };
}
