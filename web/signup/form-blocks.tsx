import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/call.ts";
import type { UserInfo } from "#contract/session.ts";
import type { Offer } from "./api.ts";
import { Block } from "./block.tsx";
import { ContactBlock } from "./contact-block.tsx";
import { DealerField } from "./dealer-field.tsx";
import { needsBound, type FormValues } from "./form-values.ts";
import type { PersonActions } from "./person-actions.ts";
import { QuestionField } from "./question-field.tsx";
import { SeriesField } from "./series-field.tsx";
import { SessionField } from "./session-field.tsx";
import type { Dates } from "./use-dates.ts";
import { useOwnCar } from "./use-own-car.ts";
import { words } from "./words.ts";

type FormBlocksProps = {
  form: UseFormReturn<FormValues>;
  offer: Offer;
  dates: Dates;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  /** All seats are taken. */
  isFull: boolean;
  /** Another dealer: its dates are wanted. */
  onDealer: (dealerId: string) => void;
};

/** The form's parts, numbered; what the activity does not ask for is left out. */
export function FormBlocks(props: FormBlocksProps) {
  const { form, offer, dates, send, user, actions, isFull, onDealer } = props;
  const { control } = form;
  const { activity, dealers } = offer;
  const { asks, seriesCodes } = activity;
  const series = offer.series.filter(({ seriesCode }) => seriesCodes.includes(seriesCode));
  const car = useOwnCar(send, offer, user?.openId ?? null);
  const blocks: { title: string; content: ReactNode }[] = [];
  if (asks.series)
    blocks.push({
      title: words.series,
      content: <SeriesField control={control} series={series} own={car.seriesCodes} />,
    });
  if (asks.dealer || asks.session)
    blocks.push({
      title: asks.dealer ? (asks.session ? words.place : words.dealer) : words.session,
      content: (
        <>
          {asks.dealer && (
            <DealerField control={control} dealers={dealers} lastId={car.dealerId} onChoose={onDealer} />
          )}
          {asks.session && (
            <SessionField
              control={control}
              dates={dates}
              isFull={isFull}
              hasOthers={asks.dealer && dealers.length > 1}
              onRetry={() => onDealer(form.getValues("dealerId"))}
            />
          )}
        </>
      ),
    });
  if (activity.form.length > 0)
    blocks.push({
      title: words.questions,
      content: (
        <div className="flds">
          {activity.form.map((question) => (
            <QuestionField key={question.key} control={control} question={question} />
          ))}
        </div>
      ),
    });
  blocks.push({
    title: words.contact,
    content: <ContactBlock {...{ form, send, user, actions }} needsBound={needsBound(activity)} />,
  });
  return blocks.map(({ title, content }, at) => (
    <Block key={title} at={at + 1} title={title}>
      {content}
    </Block>
  ));
}
