import { sql } from "kysely";
import type { Database } from "../connection/database.ts";

/** Action of a foreign key as in `pg_constraint.confdeltype`: a no action, r restrict, c cascade, n null, d default. */
type ForeignKeyAction = "a" | "r" | "c" | "n" | "d";
export type ForeignKey = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  /** In the order of `columns`. */
  readonly targetColumns: readonly string[];
  readonly onDelete: ForeignKeyAction;
  readonly onUpdate: ForeignKeyAction;
};
/** A table as the database's catalogue describes it. */
export type CatalogueTable = {
  readonly name: string;
  /** Columns that are never null. */
  readonly requiredColumns: readonly string[];
  readonly triggers: readonly string[];
  /** Primary keys, unique indexes and exclusion constraints, with the columns that they compare for equality. */
  readonly uniqueKeys: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly foreignKeys: readonly ForeignKey[];
};

/** SQL expression: names of the columns of a table by their numbers, in that order. */
const columnNames = (table: string, numbers: string) =>
  sql.raw(`array(select a.attname::text from unnest(${numbers}) with ordinality as n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`);

/** Reads what limits the distribution of the tables of a schema; works on plain PostgreSQL. */
export async function readCatalogue(db: Database, schema = "public"): Promise<CatalogueTable[]> {
  const { rows } = await sql<CatalogueTable>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attnotnull
        order by a.attnum) as "requiredColumns",
      array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers,
      (select coalesce(json_agg(json_build_object('name', i.relname, 'columns', array(
          select a.attname from unnest(x.indkey::int2[]) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where k.place <= x.indnkeyatts and (not x.indisexclusion or exists (
            select from pg_constraint e join pg_operator o on o.oid = e.conexclop[k.place]
            where e.conindid = x.indexrelid and e.contype = 'x' and o.oprname = '='))
          order by k.place)) order by i.relname), '[]')
        from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = c.oid and (x.indisunique or x.indisexclusion)) as "uniqueKeys",
      (select coalesce(json_agg(json_build_object('name', f.conname, 'target', t.relname,
          'columns', ${columnNames("f.conrelid", "f.conkey")}, 'targetColumns', ${columnNames("f.confrelid", "f.confkey")},
          'onDelete', f.confdeltype, 'onUpdate', f.confupdtype) order by f.conname), '[]')
        from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys"
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = ${schema} and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db);
  return rows;
}
