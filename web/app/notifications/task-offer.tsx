import * as reminderCss from "./reminder-bar.module.css";
import { Link } from "react-router";
import { appPath } from "../../platform/navigation/address.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { CheckCircleIcon, CloseIcon } from "../../ui/icons/common-icons.tsx";
import { taskOfferMessages } from "./task-messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Offers the next step that an answer named, beside the page; it stays until it is taken or closed (requirement N03). */
export function TaskOffer({ link, onClose }: { link: string; onClose: () => void }) {
  const path = appPath(link);
  const content = (
    <>
      <b>{taskOfferMessages.title}</b>
      <span>{taskOfferMessages.go}</span>
    </>
  );
  return (
    <aside className={`${reminderCss.reminder} ${reminderCss.offer}`} aria-label={taskOfferMessages.label}>
      <CheckCircleIcon size={20} />
      {path === null ? (
        <a className={layoutCss.grow} href={link} rel="noreferrer" onClick={onClose}>
          {content}
        </a>
      ) : (
        <Link className={layoutCss.grow} to={path} onClick={onClose}>
          {content}
        </Link>
      )}
      <IconButton label={taskOfferMessages.close} icon={<CloseIcon size={20} />} onClick={onClose} />
    </aside>
  );
}
