import { useLocation, useNavigate } from "react-router";

/** Parameter of the address that opens a page's dialog, as the acts of the search do. */
const NEW = "new";

/** Whether the dialog of a page's main act is open; it stands in the address, so that a link opens it. */
export function useAddressDialog(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return [
    new URLSearchParams(search).get(NEW) === "1",
    (isOpen) => {
      const query = new URLSearchParams(search);
      if (isOpen) query.set(NEW, "1");
      else query.delete(NEW);
      void navigate(
        { search: query.toString() },
        { replace: true, preventScrollReset: true, state: state as unknown },
      );
    },
  ];
}
