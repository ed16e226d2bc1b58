import "./owner.css";
import { useState } from "react";
import { useSearchParams, type MetaFunction } from "react-router";
import { bindMobileOrSay } from "../platform/login/bind-mobile.ts";
import { openPerson } from "../platform/login/person.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { OwnerForm } from "./owner-form.tsx";
import { Declined, Intro, Review, Verified } from "./owner-views.tsx";
import { useOwner } from "./use-owner.ts";
import { words } from "./words.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: `${words.title} - ${brandOf(matches).name}` }];

const Loading = () => (
  <div className="ow-wait" aria-busy="true">
    <div className="sk" aria-hidden="true" />
    <div className="sk" aria-hidden="true" />
    <output className="sr">{words.loading}</output>
  </div>
);

function Owner() {
  const { user, state, series, error, take, look, reload } = useOwner();
  const [isAdding, setAdding] = useState(false);
  const [search] = useSearchParams();
  const groupId = /^\d{1,19}$/.exec(search.get("group") ?? "")?.[0] ?? null;
  const isHydrated = useHydrated();
  if (!isHydrated) return <Loading />;
  if (user === null)
    return (
      <Empty {...words.visitor}>
        <Button onClick={openPerson}>{words.logIn}</Button>
      </Empty>
    );
  if (error !== null) {
    const { art, title, text } = failureOf(error);
    return (
      <Empty art={art} title={title} text={text}>
        <Button onClick={reload}>{words.retry}</Button>
      </Empty>
    );
  }
  if (state === null) return <Loading />;
  const { application } = state;
  if (application?.status === "review") return <Review {...{ application, look, groupId }} />;
  if (user.mobile === null)
    return (
      <Empty {...words.noMobile}>
        <Button onClick={() => void bindMobileOrSay()}>{words.bind}</Button>
      </Empty>
    );
  const isDeclined = application?.status === "declined";
  // Whoever is an owner already stays one when another car of theirs is declined.
  if (state.isOwner && !isAdding) return <Verified {...{ state, groupId }} onAdd={() => setAdding(true)} />;
  return (
    <>
      {isDeclined && <Declined application={application} text={words.declined.text} />}
      <Intro />
      <div className="blk">
        <OwnerForm
          series={series}
          seriesCode={isDeclined ? application.seriesCode : ""}
          isAgain={isDeclined}
          onSent={(sent) => {
            setAdding(false);
            take(sent);
          }}
          {...(isAdding && { onCancel: () => setAdding(false) })}
        />
      </div>
    </>
  );
}

/** Where a person becomes a verified owner of their car (contract section 7; requirements P13, P14). */
export default function OwnerPage() {
  const brand = useBrand();
  return (
    <Screen brand={brand} hasBar>
      <NavBar title={words.title} back="/mine" />
      <div className="ow">
        <Owner />
      </div>
    </Screen>
  );
}
