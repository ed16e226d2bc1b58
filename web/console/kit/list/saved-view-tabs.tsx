import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SavedView } from "#contract/console/views.ts";
import { readListAddress, type ListFilter } from "./list-address.ts";
import type { ListNavigation } from "./use-list-address.ts";
import { ViewTabs, type SavedViews } from "./view-tabs.tsx";

type SavedViewTabsProps = {
  views: SavedViews;
  filters: readonly ListFilter[];
  navigation: ListNavigation;
  /** The button for saving stands in the page's head: without a view there is nothing to show. */
  isSavedElsewhere?: boolean;
};

/** Saved views of a page whose filters stand in its address; it opens with the operator's default view. */
export function SavedViewTabs({ views, filters, navigation, isSavedElsewhere = false }: SavedViewTabsProps) {
  const showView = (view: SavedView | null, isOpening = false): void =>
    navigation.showView(
      view === null
        ? { filters: {}, sort: null, columns: null, view: null }
        : {
            ...readListAddress(view.state.query, filters),
            columns: view.state.columns ?? null,
            view: view.viewId,
          },
      isOpening,
    );
  useDefaultView(views.views, navigation.isPlain, (view) => showView(view, true));
  if (isSavedElsewhere && views.views.length === 0) return null;
  return (
    <ViewTabs
      {...views}
      current={navigation.address.view}
      onShow={showView}
      isSavedElsewhere={isSavedElsewhere}
    />
  );
}

/** Shows the operator's default view when the page is opened without filters of its own; later 全部 stays 全部. */
function useDefaultView(
  views: readonly SavedView[],
  isPlain: boolean,
  show: (view: SavedView) => void,
): void {
  const [wasPlain] = useState(isPlain);
  const isDone = useRef(false);
  const found = views.find(({ isDefault }) => isDefault);
  const open = useEffectEvent(show);
  useEffect(() => {
    if (!wasPlain || isDone.current || found === undefined) return;
    isDone.current = true;
    open(found);
  }, [wasPlain, found]);
}
