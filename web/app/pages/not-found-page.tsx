import { data, redirect, type LoaderFunctionArgs } from "react-router";
import { NotFound } from "./error-page.tsx";

/**
 * The page for missing objects responds with status 404; any other unknown path redirects to it (requirements C09,
 * C10). One route for both, since each route adds bytes to every page.
 */
export const loader = ({ params }: LoaderFunctionArgs) =>
  params["*"] === "404" ? data(null, { status: 404 }) : redirect("/404");
export const clientLoader = ({ params }: LoaderFunctionArgs) =>
  params["*"] === "404" ? null : redirect("/404");

export default function NotFoundPage() {
  return <NotFound />;
}
