import type { Complaint } from "#contract/club/complaints.ts";

/** Key of a complaint in lists. */
export const keyOf = ({ kind, targetId }: Complaint): string => `${kind} ${targetId}`;

/** Name of the group, or of the person whose content or profile was reported. */
export const subjectName = ({ group, person }: Complaint): string => group?.name ?? person?.displayName ?? "";
