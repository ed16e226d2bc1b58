import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { bannerStates, type BannerFields, type ConsoleBanner } from "#contract/console/content/banners.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { ReadOnlyNote } from "../kit/feedback/state-notes.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { PageHead } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage } from "../shell/index.ts";
import { requestNew, bannerKeys, loadBanner, refreshBanners } from "./api.ts";
import { BannerForm } from "./banner-form.tsx";
import { BannerHistory } from "./banner-history.tsx";
import { EndDialog } from "./banner-line.tsx";
import { bannerTones, titleOf, windowText } from "./banner-words.ts";
import * as bannerCss from "./banner.module.css";
import { bannerTexts as texts } from "./messages.ts";
import { useBannerEdit } from "./use-banner-edit.tsx";

const crumb = { to: "/banners", label: texts.title };
const emptyBanner = (position: BannerFields["position"]): BannerFields => ({
  position,
  cityCode: null,
  imageUrl: "",
  link: "",
  title: "",
  subtitle: "",
  action: "",
  tone: "light",
  fromTime: null,
  toTime: null,
});

/** One banner: its fields beside both tones, and its history. */
export function BannerPage() {
  const { bannerId = "" } = useParams();
  const query = useQuery({ queryKey: bannerKeys.banner(bannerId), queryFn: () => loadBanner(bannerId) });
  const banner = query.data;
  return (
    <ConsolePage
      title={texts.noun}
      heading={banner ? titleOf(banner) : texts.noun}
      crumb={crumb}
      right="banner.write"
      head={banner && <BannerHead banner={banner} />}
    >
      <QueryState
        query={query}
        skeleton={<div className={bannerCss.skeleton} />}
        thing={{ noun: texts.noun, list: "/banners" }}
      >
        {(found) => <EditBanner key={found.bannerId} first={found} />}
      </QueryState>
    </ConsolePage>
  );
}

function BannerHead({ banner }: { banner: ConsoleBanner }) {
  const [isEnding, setEnding] = useState(false);
  const isLive = banner.state === "live";
  return (
    <PageHead
      actions={
        banner.canWrite &&
        isLive && (
          <ConsoleButton look="dangerOutline" onClick={() => setEnding(true)}>
            {texts.actions.end}
          </ConsoleButton>
        )
      }
    >
      <Badge tone={bannerTones[banner.state]} hasDot={isLive}>
        {bannerStates[banner.state]}
      </Badge>
      <span className={utilityCss.secondary}>{windowText(banner)}</span>
      <EndDialog banner={banner} isOpen={isEnding} onClose={() => setEnding(false)} />
    </PageHead>
  );
}

/** The form of the revision that was last saved here; what colleagues save meanwhile is merged. */
function EditBanner({ first }: { first: ConsoleBanner }) {
  const { base, save, adopt, conflictPanel } = useBannerEdit(first);
  return (
    <>
      {!base.canWrite && <ReadOnlyNote reason={texts.readOnly} />}
      <BannerForm
        key={base.revision}
        name={`banner.${base.bannerId}`}
        values={base}
        isReadOnly={!base.canWrite}
        submit={texts.form.save}
        onSave={save}
        aside={<BannerHistory banner={base} onRestored={adopt} />}
      />
      {conflictPanel}
    </>
  );
}

/** A new banner, empty or as a copy of another one. */
export function NewBannerPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const from = search.get("from");
  const query = useQuery({
    queryKey: bannerKeys.banner(from ?? ""),
    queryFn: () => loadBanner(from ?? ""),
    enabled: from !== null,
  });
  const create = async (fields: BannerFields): Promise<void> => {
    const banner = await requestNew(fields);
    await refreshBanners(client, banner);
    showResult(texts.form.created);
    await navigate(`/banners/${banner.bannerId}`, { replace: true });
  };
  const show = (values: BannerFields) => (
    <BannerForm
      name="banner.new"
      values={values}
      isReadOnly={false}
      submit={texts.form.create}
      onSave={create}
    />
  );
  const position = search.get("position") === "mall" ? "mall" : "index";
  return (
    <ConsolePage title={texts.newTitle} crumb={crumb} right="banner.write" head={<PageHead />}>
      {from === null ? (
        show(emptyBanner(position))
      ) : (
        <QueryState
          query={query}
          skeleton={<div className={bannerCss.skeleton} />}
          thing={{ noun: texts.noun, list: "/banners" }}
        >
          {show}
        </QueryState>
      )}
    </ConsolePage>
  );
}
