import { data } from "react-router";
import { NotFound } from "./error-page.tsx";

/** The page for missing objects responds with status 404 (requirements C09, C10). */
export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <NotFound />;
}
