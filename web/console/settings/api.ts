import { saveWorkingDays } from "#contract/console/lead/lead-assignment.ts";
import { listSettings, type ConsoleSettingsView } from "#contract/console/watch/settings.ts";
import { send } from "../shell/index.ts";

export const loadSettings = (): Promise<ConsoleSettingsView> => send(listSettings, {});
/** Sets a day; null: as the day of the week says. */
export const saveDay = async (day: string, isWorking: boolean | null): Promise<void> =>
  void (await send(saveWorkingDays, { days: [{ day, isWorking }] }));
export const settingsKey = [listSettings.name];
