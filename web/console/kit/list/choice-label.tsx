import { ChevronDownIcon } from "../../../ui/icons/common-icons.tsx";

/** Content of a filter's button: its name, and the chosen value. */
export const ChoiceLabel = ({ label, text }: { label: string; text: string }) => (
  <>
    <span>{label}</span>
    <span>{text}</span>
    <ChevronDownIcon size={16} />
  </>
);
