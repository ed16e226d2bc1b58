import * as authGatedSectionCss from "./auth-gated-section.module.css";
import type { ReactNode } from "react";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import type { PersonalData } from "../../platform/storage/use-personal-data.ts";
import { OfflineTimestamp } from "./offline-timestamp.tsx";
import { Button } from "../form/button.tsx";
import { describeFailure } from "./load-failure.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { EmptyState } from "./empty-state.tsx";
import { uiMessages } from "../messages.ts";
import * as textCss from "../styles/text.module.css";

type AuthGatedSectionProps<T> = {
  data: PersonalData<T>;
  /** Title and text shown to a visitor. */
  visitor: { title: string; text: string };
  /** Empty boxes of the same size as the content. */
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
};

/**
 * Content that needs a logged-in user, in each of its states: loading, visitor, failed, cached copy, loaded.
 */
export function AuthGatedSection<T>({ data, visitor, skeleton, children }: AuthGatedSectionProps<T>) {
  const isHydrated = useHydrated();
  const loading = (
    <>
      {skeleton}
      <output className={textCss.visuallyHidden}>{uiMessages.loading}</output>
    </>
  );
  if (!isHydrated) return loading;
  if (data.isVisitor)
    return (
      <EmptyState {...visitor}>
        <Button onClick={openAccountOrLogin}>{uiMessages.logIn}</Button>
      </EmptyState>
    );
  if (data.answer !== null)
    return (
      <>
        {data.fetchedAt !== null && (
          <div className={authGatedSectionCss.asOf}>
            <OfflineTimestamp time={data.fetchedAt} />
          </div>
        )}
        {children(data.answer)}
      </>
    );
  if (data.reason === null) return loading;
  const { art, title, text } = describeFailure(data.reason);
  return (
    <EmptyState art={art} title={title} text={text}>
      <Button onClick={() => void data.reload()}>{uiMessages.retry}</Button>
    </EmptyState>
  );
}
