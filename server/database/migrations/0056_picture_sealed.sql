-- Pictures of people lie sealed on disk or in the bucket; those of older versions are sealed by the purge.
alter table picture_upload add column is_sealed boolean not null default false;
create index picture_upload_plain on picture_upload (picture_id) where not is_sealed;
