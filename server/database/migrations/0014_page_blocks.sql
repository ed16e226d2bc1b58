-- What an online campaign's page is composed of, in order (contract/blocks/blocks.ts).
alter table activity add column blocks jsonb not null default '[]';
