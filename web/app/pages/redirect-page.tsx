import { redirect } from "react-router";

/** Redirects any other path to /404 (requirement C10). */
export const loader = () => redirect("/404");
export const clientLoader = () => redirect("/404");
export default function RedirectPage() {
  return null;
}
