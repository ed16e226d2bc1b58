import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/core/call.ts";
import type { UserInfo } from "#contract/session/session.ts";
import type { SignUpOffer } from "../api.ts";
import { FormSection } from "./form-section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { SignUpDealerField } from "./dealer-field.tsx";
import { requiresBoundMobile, type FormValues } from "../register/form-values.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { SignUpQuestionField } from "./question-field.tsx";
import { SignUpSeriesField } from "./series-field.tsx";
import { SessionField } from "./session-field.tsx";
import type { SessionDates } from "../session-choice/use-session-dates.ts";
import { useUserCar } from "./use-user-car.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";

type FormSectionsProps = {
  form: UseFormReturn<FormValues>;
  offer: SignUpOffer;
  dates: SessionDates;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  /** All seats are taken. */
  isFull: boolean;
  /** Called with a new dealer, whose dates are then loaded. */
  onDealer: (dealerId: string) => void;
};

/** Numbered sections of the form; those that the activity does not ask for are left out. */
export function FormSections(props: FormSectionsProps) {
  const { form, offer, dates, send, user, actions, isFull, onDealer } = props;
  const { control } = form;
  const { activity, dealers } = offer;
  const { asks, seriesCodes } = activity;
  const series = offer.series.filter(({ seriesCode }) => seriesCodes.includes(seriesCode));
  const car = useUserCar(send, offer, user?.openId ?? null);
  const blocks: { title: string; content: ReactNode }[] = [];
  if (asks.series)
    blocks.push({
      title: signUpMessages.series,
      content: <SignUpSeriesField control={control} series={series} own={car.seriesCodes} />,
    });
  if (asks.dealer || asks.session)
    blocks.push({
      title: asks.dealer
        ? asks.session
          ? signUpMessages.place
          : signUpMessages.dealer
        : signUpMessages.session,
      content: (
        <>
          {asks.dealer && (
            <SignUpDealerField
              control={control}
              dealers={dealers}
              lastId={car.dealerId}
              onChoose={onDealer}
            />
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
      title: signUpMessages.questions,
      content: (
        <div className={fieldCss.fields}>
          {activity.form.map((question) => (
            <SignUpQuestionField key={question.key} control={control} question={question} />
          ))}
        </div>
      ),
    });
  blocks.push({
    title: signUpMessages.contact,
    content: <ContactSection {...{ form, send, user, actions }} needsBound={requiresBoundMobile(activity)} />,
  });
  return blocks.map(({ title, content }, at) => (
    <FormSection key={title} at={at + 1} title={title}>
      {content}
    </FormSection>
  ));
}
