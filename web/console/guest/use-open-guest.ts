import { useLocation, useNavigate } from "react-router";

/** Id of the guest whose panel is open; it stands in the address. */
export function useOpenGuest(): { open: string | null; setOpen: (signUpId: string | null) => void } {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    open: new URLSearchParams(search).get("open"),
    setOpen(signUpId) {
      const query = new URLSearchParams(search);
      if (signUpId === null) query.delete("open");
      else query.set("open", signUpId);
      void navigate({ search: query.toString() }, { replace: true, preventScrollReset: true });
    },
  };
}
