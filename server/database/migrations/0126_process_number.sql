-- Numbers of the running processes, which are part of every id that they create. One process holds a number until its
-- lease ends; after that another may take it.
create table process_number (
  number integer primary key check (number between 0 and 4095),
  holder uuid not null,
  leased_until timestamptz not null
);
