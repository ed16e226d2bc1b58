import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useLocation, useSearchParams } from "react-router";
import { useQueryChanges } from "./use-query-changes.ts";
import { show } from "../../ui/testing/show.tsx";

function Changing() {
  const [parameters] = useSearchParams();
  const { change } = useQueryChanges(parameters);
  const { pathname, search } = useLocation();
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => change({ activityType: "localoffline" })}>
        offline
      </button>
      <button type="button" onClick={() => change({ weekend: "1" })}>
        weekend
      </button>
    </>
  );
}

test("simultaneous changes, such as replayed taps, all reach the address", async () => {
  show(<Changing />);
  await expect.element(page.getByText("weekend")).toBeVisible();
  for (const button of document.querySelectorAll("button")) button.click();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("/list?activityType=localoffline&weekend=1");
  document.querySelectorAll("button")[0]?.click();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent("/list?activityType=localoffline&weekend=1");
});
