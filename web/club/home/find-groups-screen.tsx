import { searchKeyword } from "#contract/core/text.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#contract/club/shapes.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadGroups } from "../group/api.ts";
import type { ScreenProps } from "../club-data.ts";
import { receiveGroups } from "../club-state.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { GroupList } from "../group/group-list.tsx";
import { groupMessages } from "../group/messages.ts";
import * as clubCss from "../club.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Groups that match the keyword, loaded page by page. */
function Results({ shown }: Pick<ScreenProps<"find">, "shown">) {
  const { page, keyword } = shown;
  const [further, setFurther] = useState<readonly Group[]>([]);
  const [cursor, setCursor] = useState(page.nextCursor);
  const load = async (from: string) => {
    const next = await loadGroups(send, { ...(keyword !== "" && { keyword }), cursor: from });
    receiveGroups(next.list);
    setFurther((before) => [...before, ...next.list]);
    setCursor(next.nextCursor);
  };
  if (page.list.length === 0)
    return (
      <EmptyState title={groupMessages.find.none} text={groupMessages.find.noneText(keyword)}>
        <ButtonLink to="/club/find" look="tonal" replace>
          {groupMessages.find.all}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <div className={`${clubCss.gutter} ${layoutCss.marginTop3}`}>
      <GroupList groups={[...page.list, ...further]} />
      <LoadMore cursor={cursor} load={load} end={groupMessages.find.end} />
    </div>
  );
}

/** Screen with all groups and a search by name. */
export function FindGroupsScreen({ shown }: ScreenProps<"find">) {
  const navigate = useNavigate();
  return (
    <Screen brand={useBrand()} current="club">
      <NavBar title={groupMessages.find.title} back="/club/groups" />
      <search className={`${clubCss.gutter} ${layoutCss.marginTop3} ${clubCss.block}`}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const value = new FormData(event.currentTarget).get("keyword");
            const keyword =
              typeof value === "string" ? searchKeyword(value, clubLimits.maxKeywordLength) : "";
            const query = keyword === "" ? "" : `?keyword=${encodeURIComponent(keyword)}`;
            void navigate(`/club/find${query}`, { replace: true });
          }}
        >
          <label className={`${fieldCss.inputBox} ${clubCss.search}`}>
            <SearchIcon size={20} />
            <input
              key={shown.keyword}
              type="search"
              name="keyword"
              defaultValue={shown.keyword}
              placeholder={groupMessages.find.placeholder}
              aria-label={groupMessages.find.placeholder}
              enterKeyHint="search"
            />
          </label>
          <button type="submit" className={textCss.visuallyHidden}>
            {groupMessages.find.submit}
          </button>
        </form>
      </search>
      <Results key={shown.keyword} shown={shown} />
    </Screen>
  );
}
