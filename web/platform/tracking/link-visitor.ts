import { linkVisitor } from "#contract/tracking/visitor.ts";
import { send } from "../http/send.ts";

/** Links this browser with the person of the session; loaded when somebody has logged in. @throws Refusal */
export const sendVisitorLink = async (proof: string): Promise<void> =>
  void (await send(linkVisitor, { proof }, { isSilent: true }));
