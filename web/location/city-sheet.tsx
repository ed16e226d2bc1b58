import * as overlayCss from "../ui/overlay/overlay.module.css";
import * as fieldCss from "../ui/form/field.module.css";
import * as cityCss from "./city.module.css";
import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { CityListing, District, DistrictMatches } from "#contract/location/location.ts";
import { send } from "../platform/http/send.ts";
import { Button, IconButton } from "../ui/form/button.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { CloseIcon, SearchIcon } from "../ui/icons/common-icons.tsx";
import { SkeletonLine, useSkeleton } from "../ui/feedback/skeleton.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { useCloseOnBack } from "../ui/overlay/use-close-on-back.ts";
import { loadCities, loadDistrictMatches, loadDistricts, type CityIndex } from "./api.ts";
import { CityList } from "./city-list.tsx";
import { CurrentCity, type LocateResult } from "./current-city.tsx";
import { CitySearchResults } from "./city-search-results.tsx";
import { locationMessages } from "./messages.ts";
import * as layoutCss from "../ui/styles/layout.module.css";

type CitySheetProps = {
  /** Current city. */
  current: { readonly code: string; readonly name: string } | null;
  /** The user's location as far as known; null: not located yet. */
  located?: LocateResult | null;
  /** Locates the user. A denied permission is a result; any other failure rejects. */
  locate: () => Promise<LocateResult>;
  /** Codes of the recently chosen cities, newest first. */
  history?: readonly { readonly code: string }[];
  /** @param districtCode of a district that was chosen in the city */
  onChoose: (city: CityListing, districtCode?: string) => void;
  onCancel: () => void;
  /** Data source; the server except in tests. */
  data?: {
    readonly cities: () => Promise<CityIndex>;
    readonly districts: () => Promise<District>;
    readonly matches: (text: string) => Promise<DistrictMatches>;
  };
};

const fromServer = {
  cities: () => loadCities(send),
  districts: () => loadDistricts(send),
  matches: (text: string) => loadDistrictMatches(send, text),
};

type Loading = { readonly index: CityIndex | null; readonly error: unknown };
const initialLoading: Loading = { index: null, error: null };
function useIndex(load: () => Promise<CityIndex>): Loading & { retry: () => void } {
  const [loading, setLoading] = useState(initialLoading);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    load().then(
      (index) => setLoading({ index, error: null }),
      (error: unknown) => setLoading({ index: null, error }),
    );
  }, [load, attempt]);
  const retry = () => {
    setLoading(initialLoading);
    setAttempt(attempt + 1);
  };
  return { ...loading, retry };
}

/** Sheet for choosing a city (requirement J12): full screen on a phone, a window on a desktop. */
export function CitySheet(props: CitySheetProps) {
  const { current, located = null, locate, history = [], onChoose, onCancel, data = fromServer } = props;
  useCloseOnBack(true, onCancel);
  const { index, error, retry } = useIndex(data.cities);
  const [text, setText] = useState("");
  const popup = useRef<HTMLDivElement>(null);
  const cityOf = (code: string) => index?.cities.find((city) => city.code === code);
  const recentCities = history.flatMap(({ code }) => cityOf(code) ?? []);
  const common = { current: current?.code ?? null, onChoose };
  // The first Esc clears the search, the next one closes the sheet.
  const close = (reason: string) => (reason === "escape-key" && text !== "" ? setText("") : onCancel());
  const rows = () => popup.current?.querySelectorAll<HTMLElement>(`.${cityCss.found} .${cityCss.row}`);
  const goToRows = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const first = rows()?.[0];
    if (event.key === "Enter") {
      // Otherwise the same key press would activate the opening button, which gets the focus once the sheet
      // is closed.
      event.preventDefault();
      first?.click();
    }
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    first.focus();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen, { reason }) => !isOpen && close(reason)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayCss.overlay} />
        <Dialog.Viewport className={overlayCss.viewport}>
          <Dialog.Popup className={cityCss.sheet} ref={popup} initialFocus={popup}>
            <header className={cityCss.head}>
              <div className={layoutCss.row}>
                <Dialog.Close render={<IconButton label={locationMessages.close} icon={<CloseIcon />} />} />
                <Dialog.Title className={cityCss.title}>{locationMessages.title}</Dialog.Title>
              </div>
              <div className={fieldCss.inputBox}>
                <SearchIcon size={20} />
                <input
                  role="searchbox"
                  aria-label={locationMessages.search}
                  placeholder={locationMessages.searchHint}
                  value={text}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  enterKeyHint="search"
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={goToRows}
                />
                {text !== "" && (
                  <IconButton
                    label={locationMessages.clear}
                    icon={<CloseIcon size={20} />}
                    onClick={() => setText("")}
                  />
                )}
              </div>
            </header>
            {index === null && <CityListSkeleton error={error} retry={retry} />}
            {index !== null && text.trim() !== "" && (
              <CitySearchResults
                {...{ index, text, ...common }}
                loadDistricts={data.districts}
                findDistricts={data.matches}
              />
            )}
            {index !== null && text.trim() === "" && (
              <CityList index={index} history={recentCities} {...common}>
                <CurrentCity located={located} locate={locate} cityOf={cityOf} onChoose={onChoose} />
              </CityList>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Placeholder while the index is loading or after a failure. */
function CityListSkeleton({ error, retry }: { error: unknown; retry: () => void }) {
  const isSkeletonShown = useSkeleton(error === null);
  if (error === null)
    return (
      <div className={`${cityCss.body} ${cityCss.waiting}`} aria-busy="true">
        {isSkeletonShown && Array.from({ length: 8 }, (_none, place) => <SkeletonLine key={place} />)}
      </div>
    );
  return (
    <div className={cityCss.body}>
      <EmptyState {...describeFailure(error)}>
        <Button look="outline" onClick={retry}>
          {locationMessages.retry}
        </Button>
      </EmptyState>
    </div>
  );
}
