import * as ownerCss from "./owner.module.css";
import { useState } from "react";
import { useSearchParams, type MetaFunction } from "react-router";
import { startMobileBindingOrToast } from "../platform/login/bind-mobile.ts";
import { openAccountOrLogin } from "../platform/session/open-account.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { Button } from "../ui/form/button.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { useHydrated } from "../ui/hooks/use-hydrated.ts";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { OwnerForm } from "./owner-form.tsx";
import { ApplicationDeclined, OwnerIntro, ApplicationReview, VerifiedOwner } from "./owner-views.tsx";
import { useOwnerState } from "./use-owner.ts";
import { ownerMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as fieldCss from "../ui/form/field.module.css";
import * as textCss from "../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [
  { title: `${ownerMessages.title} - ${brandOf(matches).name}` },
];

const Loading = () => (
  <div className={ownerCss.skeletons} aria-busy="true">
    <div className={contentCss.skeleton} aria-hidden="true" />
    <div className={contentCss.skeleton} aria-hidden="true" />
    <output className={textCss.visuallyHidden}>{ownerMessages.loading}</output>
  </div>
);

function Owner() {
  const { user, state, series, error, update, poll, reload } = useOwnerState();
  const [isAdding, setAdding] = useState(false);
  const [search] = useSearchParams();
  const groupId = /^\d{1,19}$/.exec(search.get("group") ?? "")?.[0] ?? null;
  const isHydrated = useHydrated();
  if (!isHydrated) return <Loading />;
  if (user === null)
    return (
      <EmptyState {...ownerMessages.visitor}>
        <Button onClick={openAccountOrLogin}>{ownerMessages.logIn}</Button>
      </EmptyState>
    );
  if (error !== null) {
    const { art, title, text } = describeFailure(error);
    return (
      <EmptyState art={art} title={title} text={text}>
        <Button onClick={reload}>{ownerMessages.retry}</Button>
      </EmptyState>
    );
  }
  if (state === null) return <Loading />;
  const { application } = state;
  if (application?.status === "review") return <ApplicationReview {...{ application, poll, groupId }} />;
  if (user.mobile === null)
    return (
      <EmptyState {...ownerMessages.noMobile}>
        <Button onClick={() => void startMobileBindingOrToast()}>{ownerMessages.bind}</Button>
      </EmptyState>
    );
  const isDeclined = application?.status === "declined";
  // A verified owner stays one when the application for another car is declined.
  if (state.isOwner && !isAdding)
    return (
      <VerifiedOwner
        {...{ state, groupId }}
        vip={user.vip ? ownerMessages.vip(user.vipLevel) : null}
        onAdd={() => setAdding(true)}
      />
    );
  return (
    <>
      {isDeclined && <ApplicationDeclined application={application} text={ownerMessages.declined.text} />}
      <OwnerIntro />
      <div className={fieldCss.block}>
        <OwnerForm
          series={series}
          seriesCode={isDeclined ? application.seriesCode : ""}
          isRetry={isDeclined}
          onSent={(sent) => {
            setAdding(false);
            update(sent);
          }}
          {...(isAdding && { onCancel: () => setAdding(false) })}
        />
      </div>
    </>
  );
}

/** Page on which a user becomes a verified owner of their car (contract section 7; requirements P13, P14). */
export default function OwnerPage() {
  const brand = useBrand();
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={ownerMessages.title} back="/mine" />
      <div className={ownerCss.owner}>
        <Owner />
      </div>
    </Screen>
  );
}
