import { listNotifications, readNotifications } from "#contract/club/members.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { MAX_ID, pageOfRows, parseIdCursor } from "../cursors.ts";

/** A member's notifications, and marking them as read (requirement P19). */
export function notificationRoutes(calls: RpcRouter, club: ClubContext): void {
  const list: CallHandler<typeof listNotifications> = async ({ kind, cursor, pageSize }, caller) => {
    const memberId = await club.viewer(caller);
    if (memberId === null) return { list: [], nextCursor: null, unread: 0 };
    const before = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
    const [rows, unread] = await Promise.all([
      club.notifications.list(memberId, kind ?? null, before, pageSize + 1),
      club.notifications.countUnread(memberId),
    ]);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ notification_id }) => notification_id);
    return { list: await club.present.notifications(shown), nextCursor, unread };
  };
  calls.on(listNotifications, list);
  calls.on(readNotifications, async ({ until }, caller) => {
    const memberId = await club.viewer(caller);
    if (memberId === null) return { unread: 0 };
    await club.notifications.markRead(memberId, until, club.time());
    return { unread: await club.notifications.countUnread(memberId) };
  });
}
