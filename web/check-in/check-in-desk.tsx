import "./check-in.module.css";
import { useState } from "react";
import { checkInStaffName, checkInLink } from "../platform/staff-link/check-in-link.ts";
import { leaveDesk } from "../platform/staff-link/staff-link.ts";
import { useBrand } from "../platform/environment/site.ts";
import { DeskScreen } from "../ui/layout/desk-screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { StaffNameForm } from "../ui/form/staff-name-form.tsx";
import { CheckInView } from "./check-in-view.tsx";
import { checkInMessages } from "./messages.ts";

/** Page on which a dealer's staff check guests in by a link (requirement L19). */
export default function CheckInDesk() {
  const brand = useBrand();
  const [by, setBy] = useState(checkInStaffName.get);
  const [isChanging, setChanging] = useState(by === "");
  const start = (name: string) => {
    checkInStaffName.set(name);
    setBy(name);
    setChanging(false);
  };
  return (
    <DeskScreen
      brand={brand}
      title={checkInMessages.title}
      person={
        checkInLink === null || isChanging
          ? null
          : { name: by, leave: () => leaveDesk("checkIn", checkInStaffName) }
      }
    >
      {checkInLink === null && <EmptyState {...checkInMessages.noLink} />}
      {checkInLink !== null && isChanging && (
        <StaffNameForm messages={checkInMessages} current={by} onDone={start} />
      )}
      {checkInLink !== null && !isChanging && (
        <CheckInView link={checkInLink} by={by} onChangeName={() => setChanging(true)} />
      )}
    </DeskScreen>
  );
}
