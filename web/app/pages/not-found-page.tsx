import { data } from "react-router";
import { NotFound } from "./error-page.tsx";

/** The page is there, what was asked for is not: the status says so (requirements C09, C10). */
export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <NotFound />;
}
