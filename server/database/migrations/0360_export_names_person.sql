-- Whether the request was typed about a person: a part of a name, or a mobile. It is kept no longer than its file, and
-- deleted with the first erasure of a person in it.
alter table export_job add column names_person boolean not null default false;
