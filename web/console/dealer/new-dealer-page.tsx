import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { FormFrame } from "../kit/form/form-frame.tsx";
import { useConsoleForm } from "../kit/form/use-console-form.ts";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel, WithAside } from "../kit/layout/page-layout.tsx";
import { ConsolePage, useFormDraft } from "../shell/index.ts";
import { createDealer, dealerKeys } from "./api.ts";
import { BasicFields, DealerDrawing, PlaceFields, type DealerForm } from "./dealer-fields.tsx";
import { dealerPageMessages } from "./messages.ts";
import { toFields } from "./use-dealer-form.ts";

const { fresh: texts, detail, title } = dealerPageMessages;
const empty: DealerForm = {
  code: "",
  name: "",
  status: "BC500001",
  address: "",
  phone: "",
  provinceCode: "",
  cityCode: "",
  longitude: null,
  latitude: null,
};

/** 新增门店: then its page opens. */
export function NewDealerPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const draft = useFormDraft<DealerForm>("dealer.new");
  const form = useConsoleForm<DealerForm>({
    values: empty,
    draft,
    onSave: async (values) => {
      const dealerId = await createDealer(toFields(values));
      draft.drop();
      await client.invalidateQueries({ queryKey: [dealerKeys.list] });
      showResult(texts.done);
      void navigate(`/dealers/${dealerId}`, { replace: true });
    },
  });
  return (
    <ConsolePage title={texts.title} crumb={{ to: "/dealers", label: title }} right="dealer.write">
      <WithAside
        aside={
          <Panel title={detail.placeDrawing}>
            <DealerDrawing form={form} />
          </Panel>
        }
      >
        <FormFrame of={form} label={texts.title} submit={texts.save}>
          <BasicFields form={form} />
          <PlaceFields form={form} isReadOnly={false} />
        </FormFrame>
      </WithAside>
    </ConsolePage>
  );
}
