import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listViews, type SavedView, type ViewPage } from "#contract/console/views.ts";
import type { ListFilter } from "../kit/list/list-address.ts";
import { writeListAddress } from "../kit/list/list-address.ts";
import type { ListNavigation } from "../kit/list/use-list-address.ts";
import type { SavedViews } from "../kit/list/view-tabs.tsx";
import { chooseDefaultView, deleteView, keepView, loadViews } from "./api.ts";
import { useSession } from "./session-context.tsx";

const NONE: readonly SavedView[] = [];

/**
 * Saved views of a list (requirement CO31), for `ListPage`. A view keeps filters, sort and columns, and no filter that may
 * name a person.
 */
export function useSavedViews(
  page: ViewPage,
  filters: readonly ListFilter[],
  { address }: ListNavigation,
): SavedViews {
  const { grants } = useSession();
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: [listViews.name, page], queryFn: () => loadViews(page) });
  const refresh = () => client.invalidateQueries({ queryKey: [listViews.name, page] });
  return {
    views: data?.views ?? NONE,
    roles: [...new Set(grants.map(({ role }) => role))],
    async save({ name, sharedRole, isDefault }) {
      const { search } = writeListAddress(
        { ...address, columns: null, cursor: null, page: 1, view: null, open: null },
        filters,
      );
      const { viewId } = await keepView({
        page,
        name,
        sharedRole,
        state: { query: search, ...(address.columns && { columns: [...address.columns] }) },
      });
      if (isDefault) await chooseDefaultView({ page, viewId });
      await refresh();
    },
    remove: (viewId) => void deleteView(viewId).then(refresh),
    makeDefault: (viewId) => void chooseDefaultView({ page, viewId }).then(refresh),
  };
}
