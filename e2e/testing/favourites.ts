import type { Page } from "playwright-core";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { appAddress, openAppPage } from "./page-actions.ts";

/** Stores a favourite in the browser's database, as the detail page does. */
export const storeFavourite = (page: Page, favourite: Record<string, string>): Promise<void> =>
  page.evaluate(async (value) => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("marketing_activity");
      request.onsuccess = () => resolve(request.result);
    });
    await new Promise((resolve) => {
      const writing = opened.transaction("favorites", "readwrite");
      writing.oncomplete = resolve;
      writing.objectStore("favorites").put({ key: value["activityId"], value, created_time: Date.now() });
    });
    opened.close();
  }, favourite);

/** Adds an activity to the favourites on its page. */
export async function addFavourite(
  page: Page,
  origin: string,
  { activityId }: ActivityDetail,
): Promise<void> {
  await openAppPage(page, `${appAddress(origin)}offline/${activityId}`);
  await page.getByRole("button", { name: "收藏", pressed: false }).click();
  await page.getByText("已收藏").waitFor();
}
