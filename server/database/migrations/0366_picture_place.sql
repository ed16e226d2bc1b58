-- Place in which each running server keeps its pictures, so that none starts that keeps them where the others cannot read
-- them (server/picture/place). A row counts while the lease of its process lasts (process_number.holder).
create table picture_place (
  process_id uuid primary key,
  host text not null,
  -- null: in the folder DATA_DIR.
  bucket_url text,
  -- Last two contents of the process's file in that folder; empty with a bucket.
  tokens uuid[] not null
);
