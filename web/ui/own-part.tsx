import "./own-part.css";
import type { ReactNode } from "react";
import { openPerson } from "../platform/login/person.ts";
import type { Own } from "../platform/use-own.ts";
import { AsOf } from "./as-of.tsx";
import { Button } from "./button.tsx";
import { failureOf } from "./failure.ts";
import { useHydrated } from "./hydrated.ts";
import { Empty } from "./states.tsx";
import { words } from "./words.ts";

type OwnPartProps<T> = {
  own: Own<T>;
  /** What a visitor would see here. */
  visitor: { title: string; text: string };
  /** The same boxes, still empty. */
  skeleton: ReactNode;
  children: (answer: T) => ReactNode;
};

/** What a person has of their own: loading, for a visitor, failed, kept from before, or there. */
export function OwnPart<T>({ own, visitor, skeleton, children }: OwnPartProps<T>) {
  const isHydrated = useHydrated();
  const loading = (
    <>
      {skeleton}
      <output className="sr">{words.loading}</output>
    </>
  );
  if (!isHydrated) return loading;
  if (own.isVisitor)
    return (
      <Empty {...visitor}>
        <Button onClick={openPerson}>{words.logIn}</Button>
      </Empty>
    );
  if (own.answer !== null)
    return (
      <>
        {own.asOf !== null && (
          <div className="own-asof">
            <AsOf time={own.asOf} />
          </div>
        )}
        {children(own.answer)}
      </>
    );
  if (own.reason === null) return loading;
  const { art, title, text } = failureOf(own.reason);
  return (
    <Empty art={art} title={title} text={text}>
      <Button onClick={() => void own.reload()}>{words.retry}</Button>
    </Empty>
  );
}
